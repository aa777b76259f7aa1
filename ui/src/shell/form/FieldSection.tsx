import type { ReactNode } from 'react';
import css from './fields.module.css';

/** Fields of a form under a heading. */
export function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
