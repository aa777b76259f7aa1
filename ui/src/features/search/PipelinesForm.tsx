import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { texts } from '@/texts/pipelinesSearch';
import { texts as common } from '@/texts/search';
import { Button } from '@/ui/Button';
import css from '@/ui/tablePage.module.css';

interface FormProps {
  /** What the address searches for; empty for all pipelines. */
  name: string;
  search: (name: string) => void;
  /** Shows all pipelines, as without a search. */
  clear: () => void;
}

/** The filter of pipelines. */
export function PipelinesForm({ name, search, clear }: FormProps) {
  const [typed, type] = useState(name);
  const [shown, show] = useState(name);
  // another address searches for something else; the field stays the same, so that it keeps the focus
  if (shown !== name) {
    show(name);
    type(name);
  }
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
