import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/clientLogin';
import cards from '@/ui/cards.module.css';
import type { End } from './client';
import css from './clientLogin.module.css';

/** A client that no longer waits may well have been signed in, perhaps by this user. */
const TITLES = {
  granted: 'granted',
  denied: 'denied',
  unknown: 'over',
  answered: 'over',
  wrongCodes: 'refused',
  interrupted: 'refused',
  invalid: 'refused',
} as const satisfies Record<End, keyof typeof texts.ended>;

const MAY_HAVE_TOKEN: ReadonlySet<End> = new Set<End>(['granted', 'unknown', 'answered']);

/** What became of a client. The focus goes to it: the form that had it is gone. */
export function Ended({ end, name }: { end: End; name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = texts.ended[TITLES[end]];
  return (
    <section className={`${cards.card} ${css.question}`} aria-labelledby="client-ended">
      <h2 id="client-ended" ref={heading} tabIndex={-1} aria-describedby="client-ended-why">
        {title({ name })}
      </h2>
      <p id="client-ended-why" role="status">
        {texts.why[end]}
      </p>
      {MAY_HAVE_TOKEN.has(end) && (
        <p>
          <Link className={css.link} to={pathnameOf('userProfile')}>
            {texts.profile}
          </Link>
        </p>
      )}
    </section>
  );
}
