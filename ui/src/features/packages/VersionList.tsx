import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionNode } from '@/generated/api';
import type { PackageBrowser } from '@/generated/types';
import { useSettled } from '@/lib/useSettled';
import { versionsPage } from '@/shell/packageVersions';
import { severitiesText } from '@/shell/severities';
import { texts as details } from '@/texts/packageDetails';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { SelectField } from '@/ui/ToolField';
import type { TableColumn } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/DataTable';
import { failure } from './failure';
import css from './packages.module.css';
import { addressOf } from './place';

type Column = TableColumn<VersionNode>;

const text = (
  id: keyof typeof details.column,
  width: number,
  value: (row: VersionNode) => string,
): Column => ({
  id,
  get label() {
    return details.column[id];
  },
  width,
  sortable: false,
  value,
});

const COLUMNS: readonly Column[] = [
  text('version', 180, row => row.name),
  text('state', 160, stateOf),
  {
    id: 'published',
    kind: 'date',
    get label() {
      return details.column.published;
    },
    width: 170,
    sortable: false,
    value: row => row.created,
    format: dayTime,
  },
  text('publishedBy', 130, row => row.publishedBy ?? ''),
  {
    id: 'size',
    kind: 'number',
    get label() {
      return details.column.size;
    },
    width: 100,
    sortable: false,
    value: row => row.size,
    format: sizeText,
  },
  {
    id: 'downloads',
    kind: 'number',
    get label() {
      return details.column.downloads;
    },
    width: 110,
    sortable: false,
    value: row => row.stats.downloadCount,
  },
  text('vulnerabilities', 150, severitiesText),
  text('licences', 120, row => row.licenses.join(', ')),
  text('repositories', 160, row => row.repos.map(repo => repo.name).join(', ')),
];

/** What must be known of a version before it is chosen: its tags, and whether it should be. */
export function stateOf(row: VersionNode): string {
  const states = [...row.tags];
  if (row.yanked) states.push(details.yanked);
  if (row.deprecation !== null) states.push(details.deprecated);
  if (row.preRelease) states.push(details.preRelease);
  return states.join(', ');
}

/** The versions of a package, the newest first, in the order of its own clients. */
export function VersionList({ id, browser }: { id: string; browser: PackageBrowser }) {
  const engine = useEngine();
  const router = useRouter();
  const { version_query: query, version_filter: filter, version_sort: sort } = browser;
  const [typed, type] = useState(query.model.name);
  const stage = query.ignore_pre_release ? 'releases' : 'all';
  const search = (name: string, ignore_pre_release: boolean) =>
    engine.propose('packages', {
      type: 'filter_versions',
      query: { model: { ...query.model, name }, ignore_pre_release },
    });
  const sought = useSettled(typed.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is typed
  useEffect(() => {
    if (sought !== query.model.name) search(sought, query.ignore_pre_release);
  }, [sought]);
  const versions = useInfiniteQuery({
    queryKey: ['packages', 'versions', id, filter, query.ignore_pre_release, sort],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after }) =>
      versionsPage(
        engine.api,
        {
          packageId: id,
          name: filter.name,
          ignorePreRelease: query.ignore_pre_release,
          descending: sort.sort_type === 'DESC',
        },
        after,
      ),
    getNextPageParam: page => page.pageInfo.endCursor,
    placeholderData: keepPreviousData,
  });
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const rows = versions.data?.pages.flatMap(page => page.edges.map(edge => edge.node));
  return (
    <section className={css.section}>
      <h2 className={css.heading}>{details.versionList}</h2>
      <DataTable
        id="package-versions"
        label={details.versionList}
        columns={COLUMNS}
        rows={rows}
        rowId={row => row.name}
        failure={versions.isError ? failure(versions.error, texts.failed) : null}
        retry={() => void versions.refetch()}
        empty={{ title: details.noVersions, text: details.noVersionsHint }}
        activate={row => void router.navigate({ to: addressOf(id, row.name) })}
        selection={{ selected, select }}
        tools={
          <>
            <SelectField
              label={details.stage.label}
              value={stage}
              onChange={event => search(typed.trim(), event.currentTarget.value === 'releases')}
            >
              <option value="all">{details.stage.all}</option>
              <option value="releases">{details.stage.releases}</option>
            </SelectField>
            <CompareButton
              id={id}
              selected={(rows ?? []).map(row => row.name).filter(name => selected.has(name))}
            />
          </>
        }
        paged={{
          typed,
          type,
          total: rows?.length ?? 0,
          narrowed: stage === 'releases',
          clear: () => {
            type('');
            search('', false);
          },
          more: versions.hasNextPage ? () => void versions.fetchNextPage() : null,
          loading: versions.isFetchingNextPage,
        }}
      />
    </section>
  );
}

/** Compares two selected versions, the later one of which is the first. */
function CompareButton({ id, selected }: { id: string; selected: readonly string[] }) {
  const router = useRouter();
  const [later, earlier, ...more] = selected;
  const isPair = later !== undefined && earlier !== undefined && more.length === 0;
  return (
    <Button
      size="sm"
      variant="default"
      disabled={!isPair}
      title={isPair ? undefined : details.compare.hint}
      onClick={() =>
        void router.navigate({ to: addressOf(id, later), search: { tab: 'compare', version: earlier } })
      }
    >
      {details.compare.two}
    </Button>
  );
}
