import { type ReactNode, useId } from 'react';
import css from './fields.module.css';

interface FieldGroupProps {
  legend: string;
  text?: string | undefined;
  /** What is wrong with them as a whole. */
  problem?: string | undefined;
  /** The problem is that of one of the fields, which is marked itself. */
  isOfField?: boolean;
  children: ReactNode;
}

/** Fields that belong together. */
export function FieldGroup({ legend, text, problem, isOfField = false, children }: FieldGroupProps) {
  const id = useId();
  const hasProblem = problem !== undefined;
  return (
    <fieldset
      className={css.group}
      aria-describedby={hasProblem ? id : undefined}
      data-invalid={(hasProblem && !isOfField) || undefined}
    >
      <legend>{legend}</legend>
      {text !== undefined && <p className={css.text}>{text}</p>}
      {children}
      {hasProblem && (
        <p className={css.problem} id={id} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
