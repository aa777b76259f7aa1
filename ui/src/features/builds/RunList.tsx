import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { buildAddress, buildSearch, type Place } from '@/shell/builds';
import { texts } from '@/texts/builds';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { DataTable } from '@/ui/table/DataTable';
import page from '@/ui/tablePage.module.css';
import { runColumns } from './columns';
import { queryOf } from './place';

const PORTION = 200;

/** The runs of a build. */
export function RunList({ place }: { place: Place }) {
  const { api } = useEngine();
  const router = useRouter();
  const runs = useInfiniteQuery({
    queryKey: ['builds', 'runs', place.project, place.name],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      repositoryCalls.getBuildsRuns(api, { ...queryOf(place), limit: PORTION, ...(after && { after }) }),
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  const pages = runs.data?.pages;
  const rows = useMemo(() => pages?.flatMap(part => part.runs), [pages]);
  const columns = useMemo(
    () => runColumns(Object.assign({}, ...(pages ?? []).map(part => part.names))),
    [pages],
  );
  if (runs.error instanceof ApiError && runs.error.status === 404) return <Absent />;
  return (
    <div className={page.table}>
      <DataTable
        id="build-runs"
        label={texts.runs}
        columns={columns}
        rows={rows}
        rowId={({ number }) => number}
        failure={runs.isError ? failureText(runs.error, texts.failed) : null}
        retry={() => void runs.refetch()}
        empty={{ title: texts.empty, text: texts.emptyText }}
        activate={({ number }) =>
          void router.navigate({ to: buildAddress({ ...place, number }), search: buildSearch(place) })
        }
        tools={
          runs.hasNextPage && (
            <Button
              size="sm"
              variant="default"
              loading={runs.isFetchingNextPage}
              onClick={() => void runs.fetchNextPage()}
            >
              {texts.more}
            </Button>
          )
        }
        fill
      />
    </div>
  );
}

/** There is no such build, or the user may not know. */
export function Absent() {
  return (
    <>
      <Notice kind="bad">{texts.absent}</Notice>
      <p>
        <Link to={buildAddress(null)}>{texts.absentWay}</Link>
      </p>
    </>
  );
}
