import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { RouteName } from '@/generated/types';
import { pathnameOf } from '@/shell/paths';
import cards from '@/ui/cards.module.css';
import css from './overview.module.css';

interface CardProps {
  title: string;
  /** The page with more of it, and what its link is called. */
  more?: { route: RouteName; text: string };
  /** It takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** A card of Home. Its place is kept while its content loads. */
export function Card({ title, more, wide = false, children }: CardProps) {
  const heading = useId();
  return (
    <section className={`${cards.card} ${css.card}`} aria-labelledby={heading} data-wide={wide || undefined}>
      <div className={css.head}>
        <h2 id={heading}>{title}</h2>
        {more && <Link to={pathnameOf(more.route)}>{more.text}</Link>}
      </div>
      {children}
    </section>
  );
}
