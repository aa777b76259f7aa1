import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/failureText';
import { texts } from '@/texts/packages';
import { Notice } from '@/ui/Notice';
import css from './packages.module.css';
import { addressOf } from './place';

/** What a version depends on, by what it is needed for. */
export function Dependencies({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'dependencies', at.repoKey, at.path],
    queryFn: () => calls.getPackagesDependencies(api, at),
  });
  if (found.isError) return <Notice kind="bad">{failureText(found.error, texts.failedDependencies)}</Notice>;
  if (!found.data) return <div className={css.skeleton} aria-hidden="true" />;
  const { dependencies } = found.data;
  if (dependencies.length === 0) return <p className={css.hint}>{texts.noDependencies}</p>;
  const scopes: Record<string, string> = texts.scope;
  return [...new Set(dependencies.map(one => one.scope))].map(scope => (
    <section key={scope}>
      <h3 className={css.heading}>{scopes[scope] ?? scope}</h3>
      <ul className={css.dependencies}>
        {dependencies
          .filter(one => one.scope === scope)
          .map(one => (
            <li key={`${one.name} ${one.requirement}`}>
              <Link to={addressOf(one.package_id)}>
                <bdi>{one.name}</bdi>
              </Link>
              <code dir="ltr">{one.requirement}</code>
            </li>
          ))}
      </ul>
    </section>
  ));
}
