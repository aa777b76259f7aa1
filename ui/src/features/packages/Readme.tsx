import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/failureText';
import { texts } from '@/texts/packages';
import { Notice } from '@/ui/Notice';
import css from './packages.module.css';

/**
 * The readme of a version. The server makes HTML of it in which nothing runs, loads or sends anything; the policy of the
 * page would stop that as well.
 */
export function Readme({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'readme', at.repoKey, at.path],
    queryFn: () => calls.getPackagesReadme(api, at),
  });
  if (found.isError) return <Notice kind="bad">{failureText(found.error, texts.failedReadme)}</Notice>;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  if (found.data.readme === null) return <p className={css.hint}>{texts.noReadme}</p>;
  return (
    <>
      <article
        className={css.readme}
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised by the server
        dangerouslySetInnerHTML={{ __html: found.data.readme }}
      />
      {found.data.is_cut && <p className={css.hint}>{texts.readmeCut}</p>}
    </>
  );
}
