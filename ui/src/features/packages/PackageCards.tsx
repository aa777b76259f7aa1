import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { PackageNode } from '@/generated/api';
import { TypeBadge } from '@/shell/TypeBadge';
import { texts } from '@/texts/packages';
import { day } from '@/texts/time';
import { Button } from '@/ui/Button';
import css from './packages.module.css';
import { addressOf } from './place';
import { Severities } from './Severities';

export interface Listing {
  /** The packages that are loaded; undefined before the first ones are. */
  rows: PackageNode[] | undefined;
  /** Loads further ones; null where all are loaded. */
  more: (() => void) | null;
  loading: boolean;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Packages as cards. Arrow keys go from one to the next. What is out of sight is not laid out. */
export function PackageCards({ rows, more, loading }: Listing) {
  const list = useRef<HTMLUListElement>(null);
  if (rows === undefined) return <Skeletons />;
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('h2 a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : step && at + step;
    if (next === undefined) return;
    event.preventDefault();
    links[next]?.focus();
  };
  return (
    <>
      <ul ref={list} className={css.cards} onKeyDown={onKeyDown}>
        {rows.map(row => (
          <PackageCard key={row.id} row={row} />
        ))}
      </ul>
      {more && <More more={more} loading={loading} />}
    </>
  );
}

function PackageCard({ row }: { row: PackageNode }) {
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <TypeBadge type={row.packageType} />
        <h2>
          <Link to={addressOf(row.id)}>
            <bdi>{row.name}</bdi>
          </Link>
        </h2>
        <span className={css.version} dir="ltr">
          {row.latestVersion}
        </span>
      </div>
      {row.description !== '' && (
        <p className={css.description}>
          <bdi>{row.description}</bdi>
        </p>
      )}
      <ul className={css.marks}>
        <li>{texts.versions({ count: row.versionsCount })}</li>
        <li>{texts.downloads({ count: row.stats.downloads })}</li>
        {row.licenses.map(licence => (
          <li key={licence}>
            <bdi>{licence}</bdi>
          </li>
        ))}
        <li>
          <Severities of={row} />
        </li>
        <li>{texts.modified({ day: day(row.modified) })}</li>
        <li>
          <bdi>{row.repos.join(', ')}</bdi>
        </li>
      </ul>
    </li>
  );
}

/** Loads further packages when it comes into sight, and when it is pressed. */
function More({ more, loading }: { more: () => void; loading: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const load = useRef(more);
  load.current = more;
  useEffect(() => {
    if (loading || !button.current) return;
    const observer = new IntersectionObserver(
      seen => seen.some(one => one.isIntersecting) && load.current(),
      {
        rootMargin: '400px',
      },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [loading]);
  return (
    <Button ref={button} size="sm" variant="default" loading={loading} onClick={more}>
      {texts.more}
    </Button>
  );
}

function Skeletons() {
  return (
    <ul className={css.cards} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <li key={key} className={css.skeleton} />
      ))}
    </ul>
  );
}
