import { Link } from '@tanstack/react-router';
import { buildAddress, buildSearch, type Place } from '@/shell/builds';
import { titleOf } from '@/shell/paths';
import { useFollowed } from '@/shell/useFollowed';
import { useSearchedName } from '@/shell/useSearchedName';
import { texts } from '@/texts/builds';
import { PageTitle } from '@/ui/PageTitle';
import page from '@/ui/tablePage.module.css';
import { BuildList } from './BuildList';
import css from './builds.module.css';
import { usePlace } from './place';
import { RunDetails } from './RunDetails';
import { RunList } from './RunList';

const ALL = {};

/** The builds that servers have published: all of them, the runs of one, or one run. */
export function BuildsPage() {
  const place = usePlace();
  const searched = useSearchedName('builds');
  useFollowed('builds', ALL, 'builds');
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
      <Link to={buildAddress(null)}>{titleOf('builds')}</Link>
      <span aria-hidden="true">/</span>
      {number === undefined ? (
        <bdi aria-current="page">{build.name}</bdi>
      ) : (
        <>
          <Link to={buildAddress(build)} search={buildSearch(build)}>
            <bdi>{build.name}</bdi>
          </Link>
          <span aria-hidden="true">/</span>
          <bdi aria-current="page">{number}</bdi>
        </>
      )}
    </nav>
  );
}
