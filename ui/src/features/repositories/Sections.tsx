import { Link } from '@tanstack/react-router';
import type { RouteName } from '@/generated/types';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/cleanup';
import css from './repositories.module.css';

const PAGES = ['admin.repositories', 'admin.repositories.cleanup', 'admin.repositories.usage'] as const;

interface SectionsProps {
  current: Extract<RouteName, (typeof PAGES)[number]>;
}

/** The pages about repositories, each at its own address. */
export function Sections({ current }: SectionsProps) {
  return (
    <nav className={css.sections} aria-label={texts.sections}>
      {PAGES.map(page => (
        <Link key={page} to={pathnameOf(page)} aria-current={page === current ? 'page' : undefined}>
          {titleOf(page)}
        </Link>
      ))}
    </nav>
  );
}
