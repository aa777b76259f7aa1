import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { buildAddress, buildSearch } from '@/shell/builds';
import { texts } from '@/texts/packageDetails';
import { fullTime } from '@/texts/time';
import { Notice } from '@/ui/Notice';
import { failure } from './failure';
import css from './packages.module.css';

/** The runs of builds that made a version, the newest first (PKG-08). */
export function Builds({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'builds', at.repoKey, at.path],
    queryFn: () => repositoryCalls.getPackagesBuilds(api, at),
  });
  if (found.isError) return <Notice kind="bad">{failure(found.error, texts.failedBuilds)}</Notice>;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  const { runs } = found.data;
  if (runs.length === 0) return <p className={css.hint}>{texts.noBuilds}</p>;
  return (
    <ul className={css.files} aria-label={texts.tab.builds}>
      {runs.map(run => (
        <li key={`${run.project} ${run.name} ${run.number}`}>
          <div className={css.fileHead}>
            <Link to={buildAddress(run)} search={buildSearch(run)}>
              <bdi>{`${run.name} #${run.number}`}</bdi>
            </Link>
            <span className={css.hint}>
              {texts.begun({ time: fullTime(run.started) })}
              {run.agent !== '' && (
                <>
                  {', '}
                  <bdi>{run.agent}</bdi>
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
