import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import type { ComponentProps } from 'react';
import css from './ToolField.module.css';

interface Named {
  label: string;
  className?: string | undefined;
}

type SearchFieldProps = Named & Omit<ComponentProps<'input'>, 'type' | 'aria-label'>;

/** What narrows a list. Its name is the hint in it, unless a shorter one is given. */
export function SearchField({ label, className, placeholder = label, ...input }: SearchFieldProps) {
  return (
    <span className={`${css.field} ${className ?? ''}`}>
      <IconSearch className={css.search} size={16} stroke={1.7} aria-hidden="true" />
      <input {...input} type="search" aria-label={label} placeholder={placeholder} />
    </span>
  );
}

type SelectFieldProps = Named & Omit<ComponentProps<'select'>, 'aria-label'>;

/** One of a list, in a bar of tools. */
export function SelectField({ label, className, ...select }: SelectFieldProps) {
  return (
    <span className={`${css.field} ${className ?? ''}`}>
      <select {...select} aria-label={label} />
    </span>
  );
}
