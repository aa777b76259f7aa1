import { texts } from '@/texts/coming';
import css from './LaterTag.module.css';

/** Above the title of a page whose feature is not there yet. */
export function LaterTag() {
  return <p className={css.tag}>{texts.page.badge}</p>;
}
