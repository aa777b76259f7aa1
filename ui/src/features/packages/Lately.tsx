import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { PackageNode } from '@/generated/api';
import { packagesPage } from '@/shell/packages';
import { useIsAdmin } from '@/shell/useIsAdmin';
import { ago } from '@/texts/ago';
import { texts } from '@/texts/lately';
import { fullTime } from '@/texts/time';
import { Attention } from './Attention';
import { FollowedPackages } from './FollowedPackages';
import css from './lately.module.css';
import { addressOf } from './place';
import { noteSeen, usePerson } from './seenVersions';
import { useMinutes } from './useMinutes';

const SHOWN = 5;
const NEWEST = { sort_by: 'modified', sort_type: 'DESC' } as const;

interface LatelyProps {
  isOpen: boolean;
  turn: (isOpen: boolean) => void;
}

/** The packages that the user follows, those that changed last, and for administrators what needs them. */
export function Lately(props: LatelyProps) {
  return (
    <>
      <FollowedPackages />
      <Band {...props} />
    </>
  );
}

function Band({ isOpen, turn }: LatelyProps) {
  const isAdmin = useIsAdmin();
  return (
    <div className={css.band} data-open={isOpen || undefined}>
      <details
        className={css.recent}
        open={isOpen}
        onToggle={event => {
          // the browser also reports how it was made
          if (event.currentTarget.open !== isOpen) turn(event.currentTarget.open);
        }}
      >
        <summary>
          <h2>{texts.title}</h2>
        </summary>
        {isOpen && <Recent />}
      </details>
      {isAdmin && <Attention isWide={isOpen} />}
    </div>
  );
}

/** It is secondary: if it cannot be loaded, there is nothing. */
function Recent() {
  const { api } = useEngine();
  const now = useMinutes();
  const { data } = useQuery({
    queryKey: ['packages', 'lately'],
    queryFn: () => packagesPage(api, {}, NEWEST, null, SHOWN),
    retry: false,
  });
  if (!data) return null;
  return (
    <ul aria-label={texts.title}>
      {data.edges.map(({ node }) => (
        <RecentPackage key={node.id} of={node} now={now} />
      ))}
    </ul>
  );
}

function RecentPackage({ of, now }: { of: PackageNode; now: number }) {
  return (
    <li>
      <Link to={addressOf(of.id)}>
        <bdi>{of.name}</bdi>
      </Link>
      <span className={css.version} dir="ltr">
        {of.latestVersion}
      </span>
      <time dateTime={of.modified} title={fullTime(of.modified)}>
        {ago(of.modified, now)}
      </time>
    </li>
  );
}

/** Notes that the user sees the newest version of a package. It shows nothing. */
export function Seen({ of }: { of: PackageNode }) {
  const person = usePerson();
  useEffect(() => {
    if (person !== null) noteSeen(person, of);
  }, [person, of]);
  return null;
}
