import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/packageDetails';
import { Notice } from '@/ui/Notice';
import { Html } from './Html';
import css from './packages.module.css';

/** The readme of a version. */
export function Readme({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'readme', at.repoKey, at.path],
    queryFn: () => repositoryCalls.getPackagesReadme(api, at),
  });
  if (found.isError) return <Notice kind="bad">{failureText(found.error, texts.failedReadme)}</Notice>;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  if (found.data.readme === null) return <p className={css.hint}>{texts.noReadme}</p>;
  return (
    <>
      <article className={css.readme} dir="auto">
        <Html html={found.data.readme} />
      </article>
      {found.data.is_cut && <p className={css.hint}>{texts.readmeCut}</p>}
    </>
  );
}
