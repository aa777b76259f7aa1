import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { browserStorage } from '@/lib/storage';
import { TypeBadge } from '@/shell/TypeBadge';
import { ago } from '@/texts/ago';
import { texts } from '@/texts/lately';
import { texts as packages } from '@/texts/packages';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { failure } from './failure';
import { type FollowedPackage, followedPackages } from './followed';
import css from './followed.module.css';
import { addressOf } from './place';
import { noteFollowed, usePerson, withNewVersion } from './seenVersions';
import { useMinutes } from './useMinutes';
import { FOLLOWED_HEIGHT } from './view';

const SHOWN = 8;

/** The packages that the user follows. Where there are none there is nothing; visitors follow none. */
export function FollowedPackages() {
  const { api } = useEngine();
  const person = usePerson();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['packages', 'followed'],
    queryFn: person === null ? skipToken : () => followedPackages(api),
    retry: false,
  });
  const [isWhole, setWhole] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isAsAtFirst = !isLoading && !error && !isWhole;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other packages are followed, too
  useLayoutEffect(() => {
    const height = place.current?.offsetHeight;
    if (isAsAtFirst) browserStorage.write(FOLLOWED_HEIGHT, height ? `${height}px` : null);
  }, [isAsAtFirst, data]);
  return (
    <div ref={place} data-known={!isLoading || undefined}>
      {error && !data && (
        <Notice kind="bad">
          {failure(error, texts.followed.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {packages.retry}
          </Button>
        </Notice>
      )}
      {person !== null && data && data.length > 0 && (
        <Followed person={person} all={data} isWhole={isWhole} setWhole={setWhole} />
      )}
    </div>
  );
}

interface FollowedProps {
  person: string;
  all: readonly FollowedPackage[];
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
}

function Followed({ person, all, isWhole, setWhole }: FollowedProps) {
  const heading = useId();
  const now = useMinutes();
  const isNew = useMemo(() => withNewVersion(person, all), [person, all]);
  useEffect(() => noteFollowed(person, all), [person, all]);
  return (
    <section className={css.followed} aria-labelledby={heading}>
      <h2 id={heading}>{texts.followed.title}</h2>
      <ul>
        {all.slice(0, isWhole ? undefined : SHOWN).map(one => (
          <li key={one.id}>
            <TypeBadge type={one.packageType} />
            <Link to={addressOf(one.id)}>
              <bdi>{one.name}</bdi>
            </Link>
            <span className={css.version} dir="ltr">
              {one.latestVersion}
            </span>
            {isNew.has(one.id) && <span className={css.mark}>{texts.followed.newVersion}</span>}
            <time dateTime={one.modified} title={fullTime(one.modified)}>
              {ago(one.modified, now)}
            </time>
          </li>
        ))}
      </ul>
      {all.length > SHOWN && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.followed.fewer : texts.followed.all({ count: all.length })}
        </Button>
      )}
    </section>
  );
}
