import type { ReactNode } from 'react';
import css from './profile.module.css';

/** A part of the profile, with its title. */
export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.box} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
