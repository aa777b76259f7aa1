import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { BuildRow } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { buildAddress, buildSearch } from '@/shell/builds';
import { texts } from '@/texts/builds';
import { DataTable } from '@/ui/table/DataTable';
import page from '@/ui/tablePage.module.css';
import { buildColumns } from './columns';
import { FirstBuild } from './FirstBuild';

const PORTION = 200;

/** All builds that the user may see, with their last runs. */
export function BuildList({ searched }: { searched: string }) {
  const { api } = useEngine();
  const router = useRouter();
  const [typed, type] = useState(searched);
  const text = useDeferredValue(typed.trim());
  const builds = useInfiniteQuery({
    queryKey: ['builds', 'list', text],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      repositoryCalls.getBuilds(api, { limit: PORTION, ...(text && { text }), ...(after && { after }) }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const pages = builds.data?.pages;
  const rows = useMemo(() => pages?.flatMap(part => part.builds), [pages]);
  const columns = useMemo(
    () => buildColumns(Object.assign({}, ...(pages ?? []).map(part => part.names))),
    [pages],
  );
  const first = pages?.[0];
  const open = ({ name, project }: BuildRow) => {
    const place = { name, project };
    void router.navigate({
      to: buildAddress(place),
      search: buildSearch(place),
      state: { keepsFocus: true },
    });
  };
  if (first?.total === 0 && text === '') return <FirstBuild server={first.server} />;
  return (
    <div className={page.table}>
      <DataTable
        id="builds"
        label={texts.list}
        columns={columns}
        rows={rows}
        rowId={({ name, project }) => `${project ?? ''}/${name}`}
        failure={builds.isError ? failureText(builds.error, texts.failed) : null}
        retry={() => void builds.refetch()}
        empty={{ title: texts.empty, text: texts.emptyText }}
        activate={open}
        paged={{
          typed,
          type,
          total: first?.total ?? 0,
          narrowed: false,
          clear: () => type(''),
          more: builds.hasNextPage ? () => void builds.fetchNextPage() : null,
          loading: builds.isFetchingNextPage,
        }}
        fill
      />
    </div>
  );
}
