import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/clientLogin';
import cards from '@/ui/cards.module.css';
import type { End } from './client';
import css from './clientLogin.module.css';

/** What became of a client. The focus goes to it: the form that had it is gone. */
export function Ended({ end, name }: { end: End; name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = end === 'granted' || end === 'denied' ? texts.ended[end] : texts.ended.refused;
  return (
    <section className={`${cards.card} ${css.question}`} aria-labelledby="client-ended">
      <h2 id="client-ended" ref={heading} tabIndex={-1} aria-describedby="client-ended-why">
        {title({ name })}
      </h2>
      <p id="client-ended-why" role="status">
        {texts.why[end]}
      </p>
      {end === 'granted' && (
        <p>
          <Link className={css.link} to={pathnameOf('userProfile')}>
            {texts.profile}
          </Link>
        </p>
      )}
    </section>
  );
}
