import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { texts as packages } from '@/texts/packages';
import { texts } from '@/texts/scanningSearch';
import { texts as common } from '@/texts/search';
import { Button } from '@/ui/Button';
import css from '@/ui/tablePage.module.css';
import { type Filters, keyOf, NO_FILTERS, OFFERED } from './scanning';
import { useTyped } from './useTyped';

interface FormProps {
  filters: Filters;
  search: (filters: Filters) => void;
  /** Shows the newest findings, as without a search. */
  clear: () => void;
}

/** The filters of scanned versions. */
export function ScanningForm({ filters, search, clear }: FormProps) {
  const [typed, type] = useTyped(keyOf(filters), () => filters);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search({ ...typed, name: typed.name.trim(), cve: typed.cve.trim() });
  };
  const field = (name: 'name' | 'cve') => ({
    label: texts[name],
    value: typed[name],
    maxLength: 256,
    spellCheck: false,
    onChange: (event: FormEvent<HTMLInputElement>) => type({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <search aria-label={texts.form}>
      <form className={`${css.form} ${css.few}`} onSubmit={submit}>
        <TextInput {...field('name')} placeholder="shop*" />
        <TextInput {...field('cve')} placeholder="CVE-2026-1234" />
        <Checkbox.Group
          className={css.wide}
          label={texts.severities}
          value={[...typed.severities]}
          onChange={severities => type({ ...typed, severities })}
        >
          <div className={css.choices}>
            {OFFERED.map(severity => (
              <Checkbox key={severity} value={severity} label={packages.severity[severity]} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={`${css.actions} ${css.wide}`}>
          <Button type="submit">{common.search}</Button>
          <Button
            variant="default"
            onClick={() => {
              type(NO_FILTERS);
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
