import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { VersionNode } from '@/generated/api';
import { texts } from '@/texts/packages';
import { sizeText } from '@/texts/size';
import { dayTime } from '@/texts/time';
import { SelectField } from '@/ui/ToolField';
import { DataTable } from '@/ui/table/DataTable';
import type { TableColumn } from '@/ui/table/columns';
import { failure } from './failure';
import css from './packages.module.css';
import { addressOf } from './place';
import { versionsPage } from './queries';

type Column = TableColumn<VersionNode>;

const text = (id: keyof typeof texts.column, width: number, value: (row: VersionNode) => string): Column => ({
  id,
  get label() {
    return texts.column[id];
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
      return texts.column.published;
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
      return texts.column.size;
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
      return texts.column.downloads;
    },
    width: 110,
    sortable: false,
    value: row => row.stats.downloadCount,
  },
  text('licences', 120, row => row.licenses.join(', ')),
  text('repositories', 160, row => row.repos.map(repo => repo.name).join(', ')),
];

/** What must be known of a version before it is chosen: its tags, and whether it should be. */
export function stateOf(row: VersionNode): string {
  const states = [...row.tags];
  if (row.yanked) states.push(texts.yanked);
  if (row.deprecation !== null) states.push(texts.deprecated);
  if (row.preRelease) states.push(texts.preRelease);
  return states.join(', ');
}

/** The versions of a package, the newest first, in the order of its own clients. */
export function VersionList({ id }: { id: string }) {
  const { api } = useEngine();
  const router = useRouter();
  const [typed, type] = useState('');
  const [stage, choose] = useState<'all' | 'releases'>('all');
  const name = useDeferredValue(typed.trim());
  const wanted = {
    packageId: id,
    ...(name && { name: /[*?]/.test(name) ? name : `*${name}*` }),
    ignorePreRelease: stage === 'releases',
  };
  const versions = useInfiniteQuery({
    queryKey: ['packages', 'versions', id, name, stage],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after }) => versionsPage(api, wanted, after),
    getNextPageParam: page => page.pageInfo.endCursor,
    placeholderData: keepPreviousData,
  });
  const rows = versions.data?.pages.flatMap(page => page.edges.map(edge => edge.node));
  return (
    <section className={css.section}>
      <h2 className={css.heading}>{texts.versionList}</h2>
      <DataTable
        id="package-versions"
        label={texts.versionList}
        columns={COLUMNS}
        rows={rows}
        rowId={row => row.name}
        failure={versions.isError ? failure(versions.error, texts.failed) : null}
        retry={() => void versions.refetch()}
        empty={{ title: texts.noVersions, text: texts.noVersionsHint }}
        activate={row => void router.navigate({ to: addressOf(id, row.name) })}
        tools={
          <SelectField
            label={texts.stage.label}
            value={stage}
            onChange={event => choose(event.currentTarget.value === 'releases' ? 'releases' : 'all')}
          >
            <option value="all">{texts.stage.all}</option>
            <option value="releases">{texts.stage.releases}</option>
          </SelectField>
        }
        paged={{
          typed,
          type,
          total: rows?.length ?? 0,
          narrowed: stage === 'releases',
          clear: () => {
            type('');
            choose('all');
          },
          more: versions.hasNextPage ? () => void versions.fetchNextPage() : null,
          loading: versions.isFetchingNextPage,
        }}
      />
    </section>
  );
}
