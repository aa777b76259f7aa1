import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/archive';
import { texts as search } from '@/texts/search';
import { Button } from '@/ui/Button';
import { Confirmation } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { ArchiveForm } from './ArchiveForm';
import { columnsWith, nameOfRow, rowId, rowsOf } from './archiveColumns';
import { Restored } from './Restored';
import { useAddressSearch } from './useAddressSearch';
import { ARCHIVE_KEY, useArchiveActs } from './useArchiveActs';

/** The versions in the archive that a search has found, the newest without a search (SEARCH-01). */
export function ArchiveSearchPage() {
  const { text, model, notReady, refusal, search: find, clear } = useAddressSearch('archive');
  const isIncomplete = text !== '' && notReady === 'archive_incomplete';
  const problem = refusal ?? (isIncomplete ? search.refused.search_archive_incomplete : null);
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('archiveSearch')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {model && (
        <ArchiveForm model={model} query={text} search={next => void find(next)} clear={() => void clear()} />
      )}
      {problem && <Notice kind="bad">{problem}</Notice>}
      {text === '' && <p className={css.lead}>{texts.newest}</p>}
      <Results key={text} query={text} />
    </div>
  );
}

function Results({ query }: { query: string }) {
  const { api } = useEngine();
  const found = useInfiniteQuery({
    queryKey: [...ARCHIVE_KEY, query],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      repositoryCalls.getArchiveVersions(api, { query, ...(after && { after }) }),
    getNextPageParam: page => page.next,
  });
  const pages = found.data?.pages;
  const rows = useMemo(() => pages && rowsOf(pages), [pages]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  // A page ends after so many files: one without a version does not mean that there is none.
  const goesOn = rows?.length === 0 && hasNextPage;
  const next = goesOn ? pages?.at(-1)?.next : null;
  useEffect(() => {
    if (next && !isFetching && !isError) void fetchNextPage();
  }, [next, isFetching, isError, fetchNextPage]);
  const place = useRef<HTMLDivElement>(null);
  const acts = useArchiveActs(place);
  const { restore, askPurge } = acts;
  const columns = useMemo(() => columnsWith({ restore, askPurge }), [restore, askPurge]);
  const { asked } = acts;
  return (
    <div className={css.results} ref={place}>
      {acts.restored && <Restored of={acts.restored} />}
      {acts.failure && <Notice kind="bad">{acts.failure}</Notice>}
      {asked && (
        <Confirmation
          key={asked.name}
          words={{
            title: texts.purgeQuestion({ name: nameOfRow(asked) }),
            yes: texts.purge,
            no: texts.keep,
          }}
          busy={acts.purging}
          confirm={acts.purge}
          keep={acts.keep}
        >
          {texts.purgeText}
        </Confirmation>
      )}
      <DataTable
        id="archived-versions"
        label={texts.versions}
        columns={columns}
        rows={goesOn ? undefined : rows}
        rowId={rowId}
        failure={found.isError ? failureText(found.error, found.error.message) : null}
        retry={() => void found.refetch()}
        empty={
          query === ''
            ? { title: texts.empty, text: texts.emptyText }
            : { title: texts.none, text: search.noneHint }
        }
        fill
      />
      {hasNextPage && !goesOn && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {search.more}
        </Button>
      )}
    </div>
  );
}
