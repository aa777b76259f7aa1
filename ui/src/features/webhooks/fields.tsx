import { type ReactNode, useId } from 'react';
import type { Problems } from './problems';
import type { Values } from './values';
import css from './webhooks.module.css';

/** What each part of the form is given. */
export interface FieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
  /** What is stored as a secret cannot be kept. */
  moved: boolean;
  /** The project that the webhook belongs to; null for the installation. */
  project: string | null;
}

interface GroupProps {
  legend: string;
  text?: string | null;
  problem?: string | null | undefined;
  children: ReactNode;
}

/** Fields that belong together, with what is wrong with them as a whole. */
export function Group({ legend, text = null, problem = null, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={css.group}
      aria-describedby={problem === null ? undefined : id}
      data-invalid={problem !== null || undefined}
    >
      <legend>{legend}</legend>
      {text !== null && <p className={css.text}>{text}</p>}
      {children}
      {problem !== null && (
        <p className={css.problem} id={id} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
