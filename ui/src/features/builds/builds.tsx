import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTopic } from '@/engine/topics';
import { titleOf } from '@/shell/paths';
import { useSearchedName } from '@/shell/useSearchedName';
import { texts } from '@/texts/builds';
import { PageTitle } from '@/ui/PageTitle';
import page from '@/ui/tablePage.module.css';
import { BuildList } from './BuildList';
import css from './builds.module.css';
import { addressOf, type Place, searchOf, usePlace } from './place';
import { RunDetails } from './RunDetails';
import { RunList } from './RunList';

const ALL = {};

/** The builds that servers have published: all of them, the runs of one, or one run. */
export function BuildsPage() {
  const place = usePlace();
  const searched = useSearchedName('builds');
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: ['builds'] });
  const { state } = useTopic('builds', ALL, { message: again });
  // what was missed before it is followed, or while the link was down
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is followed, and not when the function changes
  useEffect(() => {
    if (state === 'live') again();
  }, [state]);
  return (
    <div className={page.page}>
      <PageTitle className={page.title} focus={place === null}>
        {titleOf('builds')}
      </PageTitle>
      {place === null ? <p className={page.lead}>{texts.lead}</p> : <Path place={place} />}
      {place === null && <BuildList key={searched} searched={searched} />}
      {place !== null && place.number === undefined && <RunList key={place.name} place={place} />}
      {place?.number !== undefined && (
        <RunDetails key={`${place.name}/${place.number}`} place={{ ...place, number: place.number }} />
      )}
    </div>
  );
}

/** Where a build or a run is, from the outside. */
function Path({ place }: { place: Place }) {
  const { number, ...build } = place;
  return (
    <nav aria-label={texts.path} className={css.path}>
      <Link to={addressOf(null)}>{titleOf('builds')}</Link>
      <span aria-hidden="true">/</span>
      {number === undefined ? (
        <bdi aria-current="page">{build.name}</bdi>
      ) : (
        <>
          <Link to={addressOf(build)} search={searchOf(build)}>
            <bdi>{build.name}</bdi>
          </Link>
          <span aria-hidden="true">/</span>
          <bdi aria-current="page">{number}</bdi>
        </>
      )}
    </nav>
  );
}
