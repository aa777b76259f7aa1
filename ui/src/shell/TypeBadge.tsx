import { nameOfType } from './packageTypes';
import css from './TypeBadge.module.css';

/** The type of a package, as its clients are called. */
export function TypeBadge({ type }: { type: string }) {
  return (
    <span className={css.type} data-type={type}>
      {nameOfType(type)}
    </span>
  );
}
