import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { texts } from '@/texts/pipelinesSearch';
import { texts as common } from '@/texts/search';
import { Button } from '@/ui/Button';
import css from '@/ui/tablePage.module.css';
import { useTyped } from './useTyped';

interface FormProps {
  /** What the address searches for; empty for all pipelines. */
  name: string;
  search: (name: string) => void;
  /** Shows all pipelines, as without a search. */
  clear: () => void;
}

/** The filter of pipelines. */
export function PipelinesForm({ name, search, clear }: FormProps) {
  const [typed, type] = useTyped(name, () => name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(typed.trim());
  };
  return (
    <search aria-label={texts.form}>
      <form className={`${css.form} ${css.few}`} onSubmit={submit}>
        <TextInput
          label={texts.column.name}
          value={typed}
          placeholder="shop"
          maxLength={256}
          spellCheck={false}
          onChange={event => type(event.currentTarget.value)}
        />
        <div className={css.actions}>
          <Button type="submit">{common.search}</Button>
          <Button
            variant="default"
            onClick={() => {
              type('');
              clear();
            }}
          >
            {common.clear}
          </Button>
        </div>
      </form>
    </search>
  );
}
