import { Link } from '@tanstack/react-router';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/cleanup';
import css from './repositories.module.css';

const PAGES = [
  'admin.repositories',
  'admin.repositories.cleanup',
  'admin.repositories.downloads',
  'admin.repositories.usage',
] as const;

/** The pages about repositories, each at its own address. */
export function Sections() {
  return (
    <nav className={css.sections} aria-label={texts.sections}>
      {PAGES.map(page => (
        // the address of the first one is the beginning of the others
        <Link key={page} to={pathnameOf(page)} activeOptions={{ exact: true, includeSearch: false }}>
          {titleOf(page)}
        </Link>
      ))}
    </nav>
  );
}
