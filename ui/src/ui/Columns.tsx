import type { ReactNode } from 'react';
import css from './Columns.module.css';

/**
 * Boxes beside each other on a grid of 24 columns (FORM-01). Each takes 24, 18, 12, 8 or 6 of them, by the width
 * of their container, not of the window: 24 below 480 px, 18 from 480, 12 from 620, 8 from 960 and 6 from 1440. The
 * steps are ours: a field is about 300 to 480 px wide where there is space.
 */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <div className={css.room}>
      <div className={css.columns}>{children}</div>
    </div>
  );
}
