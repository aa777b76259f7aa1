import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/packageDetails';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import css from './packages.module.css';

/** The properties of the lead file, and what the version says of itself. */
export function Properties({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const properties = useQuery({
    queryKey: ['packages', 'properties', at.repoKey, at.path],
    queryFn: () => repositoryCalls.getPackagesProperties(api, at),
  });
  const about = useQuery({
    queryKey: ['packages', 'about', at.repoKey, at.path],
    queryFn: () => repositoryCalls.getPackagesAbout(api, at),
  });
  const error = properties.error ?? about.error;
  if (error) return <Notice kind="bad">{failureText(error, texts.failedProperties)}</Notice>;
  if (!properties.data || !about.data) return <div className={css.skeleton} aria-hidden="true" />;
  const named = Object.entries(properties.data.properties);
  const { links, authors, requires } = about.data;
  const kinds: Record<string, string> = texts.link;
  if (named.length + links.length + authors.length + requires.length === 0)
    return <p className={css.hint}>{texts.noProperties}</p>;
  return (
    <Facts>
      {authors.length > 0 && (
        <Fact name={texts.authors}>
          <bdi>{authors.join(', ')}</bdi>
        </Fact>
      )}
      {links.map(({ kind, url }) => (
        <Fact key={`${kind} ${url}`} name={kinds[kind] ?? kind}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{url}</bdi>
          </a>
        </Fact>
      ))}
      {requires.map(({ name, versions }) => (
        <Fact key={name} name={name}>
          <bdi>{versions}</bdi>
        </Fact>
      ))}
      {named.map(([name, values]) => (
        <Fact key={name} name={name}>
          <bdi>{values.join(', ')}</bdi>
        </Fact>
      ))}
    </Facts>
  );
}
