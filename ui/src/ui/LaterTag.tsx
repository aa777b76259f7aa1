import css from './LaterTag.module.css';

/** Above the title of a page whose feature is not there yet. */
export function LaterTag({ children }: { children: string }) {
  return <p className={css.tag}>{children}</p>;
}
