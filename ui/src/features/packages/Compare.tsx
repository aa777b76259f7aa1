import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import type { VersionNode } from '@/generated/api';
import { versionsPage } from '@/shell/packageVersions';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import { Notice } from '@/ui/Notice';
import { SelectField } from '@/ui/ToolField';
import { dependenciesQuery } from './dependencyQueries';
import {
  type Difference,
  dependenciesOf,
  differences,
  filesOf,
  licencesOf,
  vulnerabilitiesOf,
} from './difference';
import { failure } from './failure';
import css from './packages.module.css';
import { addressOf } from './place';

/** The most versions that are offered. */
const VERSIONS = 100;
/** Each change has a sign of its own, so that colour alone does not show it. */
const SIGNS = { new: '+', updated: '~', removed: '−' } as const;

/** What has changed in a version since another one, by default the one before it. */
export function Compare({ id, of }: { id: string; of: VersionNode }) {
  const { api } = useEngine();
  const router = useRouter();
  const { version: addressed }: { version?: unknown } = useSearch({ strict: false });
  const all = useQuery({
    queryKey: ['packages', 'versions-to-compare', id],
    queryFn: () => versionsPage(api, { packageId: id }, null, VERSIONS),
  });
  if (all.isError) return <Notice kind="bad">{failure(all.error, texts.failed)}</Notice>;
  if (!all.data) return <div className={css.skeleton} aria-hidden="true" />;
  const versions = all.data.edges.map(({ node }) => node);
  const others = versions.filter(({ name }) => name !== of.name);
  const before = versions[versions.findIndex(({ name }) => name === of.name) + 1];
  const other = others.find(({ name }) => name === addressed) ?? before ?? others[0];
  if (!other) return <p className={css.hint}>{details.compare.noOthers}</p>;
  const choose = (version: string) =>
    void router.navigate({
      to: addressOf(id, of.name),
      search: { tab: 'compare', version },
      replace: true,
      state: { keepsFocus: true },
    });
  return (
    <>
      <SelectField
        label={details.compare.against}
        value={other.name}
        onChange={event => choose(event.currentTarget.value)}
      >
        {others.map(({ name }) => (
          <option key={name} value={name}>
            {details.compare.since({ version: name })}
          </option>
        ))}
      </SelectField>
      <Compared before={other} after={of} />
    </>
  );
}

function Compared({ before, after }: { before: VersionNode; after: VersionNode }) {
  const needed = [useDependencies(before), useDependencies(after)] as const;
  const failed = needed.find(({ isError }) => isError);
  const [was, is] = needed.map(({ data }) => data && dependenciesOf(data.dependencies));
  const facts = [
    { name: details.column.published, value: ({ created }: VersionNode) => dayTime(created) },
    { name: details.column.size, value: ({ size }: VersionNode) => sizeText(size) },
  ];
  const about = (version: VersionNode) => facts.map(({ name, value }) => ({ name, value: value(version) }));
  return (
    <>
      <Changes name={details.compare.about} changes={differences(about(before), about(after))} />
      <Changes name={details.column.licences} changes={differences(licencesOf(before), licencesOf(after))} />
      <Changes
        name={details.tab.vulnerabilities}
        changes={differences(vulnerabilitiesOf(before), vulnerabilitiesOf(after))}
      />
      <Changes name={details.tab.files} changes={differences(filesOf(before), filesOf(after))} />
      {failed && <Notice kind="bad">{failure(failed.error, details.failedDependencies)}</Notice>}
      {was && is && <Changes name={details.tab.dependencies} changes={differences(was, is)} />}
    </>
  );
}

function useDependencies({ repos: [place] }: VersionNode) {
  const { api } = useEngine();
  const at = { repoKey: place?.name ?? '', path: place?.leadFilePath ?? '' };
  return useQuery(dependenciesQuery(api, at));
}

function Changes({ name, changes }: { name: string; changes: readonly Difference[] }) {
  return (
    <section>
      <h2 className={css.heading}>{name}</h2>
      {changes.length === 0 && <p className={css.hint}>{details.compare.same}</p>}
      <ul className={css.changes} aria-label={name}>
        {changes.map(change => (
          <li key={change.name} data-change={change.kind}>
            <span aria-hidden="true">{SIGNS[change.kind]}</span>
            <span className="wb-hidden">{details.compare[change.kind]}</span>
            <bdi>{change.name}</bdi>
            <span className={css.values}>
              {change.before && (
                <del>
                  <bdi>{change.before}</bdi>
                </del>
              )}
              {change.after && (
                <ins>
                  <bdi>{change.after}</bdi>
                </ins>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
