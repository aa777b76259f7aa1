import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { failureText } from '@/shell/answers';
import { buildAddress, buildSearch } from '@/shell/builds';
import { pathnameOf, titleOf } from '@/shell/paths';
import { useFollowed } from '@/shell/useFollowed';
import { texts } from '@/texts/pipelinesSearch';
import { texts as common } from '@/texts/search';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { ignoresSome } from './ignoresSome';
import { PipelinesForm } from './PipelinesForm';
import { PIPELINES_COLUMNS } from './pipelinesColumns';
import { useAddressSearch } from './useAddressSearch';

const PORTION = 100;
const APPLYING = ['name'] as const;
const ALL = {};

/** The pipelines whose runs have published a build here, and the form that searches for them (SEARCH-01). */
export function PipelinesSearch() {
  const { text, model, refusal, search, clear } = useAddressSearch('pipelines');
  // without a search all are listed: the machine has nothing to read
  const name = text === '' ? '' : (model?.name.trim() ?? null);
  const begin = async (wanted: string) => {
    if (wanted === '') await clear();
    else if (model) await search({ ...model, name: wanted });
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('pipelinesSearchResults')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {name !== null && (
        <PipelinesForm name={name} search={wanted => void begin(wanted)} clear={() => void clear()} />
      )}
      <Results name={name}>
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        {text !== '' && model && ignoresSome(model, APPLYING) && <Notice kind="info">{texts.ignored}</Notice>}
      </Results>
    </div>
  );
}

interface ResultsProps {
  /** What is searched for; empty for all. Nothing is asked for before it is known. */
  name: string | null;
  /** What is to know of the search. */
  children: ReactNode;
}

/** What is found. */
function Results({ name, children }: ResultsProps) {
  const router = useRouter();
  // the server finds a text anywhere in a name, so that asterisks around it change nothing
  const wanted = name === null ? null : name.replace(/^\*+|\*+$/g, '').trim();
  const found = useFound(wanted);
  return (
    <div className={css.results}>
      {children}
      <DataTable
        id="found-pipelines"
        label={texts.results}
        columns={PIPELINES_COLUMNS}
        rows={found.rows}
        rowId={({ name, project }) => `${project ?? ''}/${name}`}
        failure={found.isError ? failureText(found.error, common.failed) : null}
        retry={() => void found.refetch()}
        empty={
          wanted
            ? { title: texts.none, text: common.noneHint }
            : {
                title: texts.empty,
                text: texts.emptyText,
                action: <Link to={pathnameOf('builds')}>{titleOf('builds')}</Link>,
              }
        }
        activate={build => void router.navigate({ to: buildAddress(build), search: buildSearch(build) })}
        fill
      />
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {common.more}
        </Button>
      )}
    </div>
  );
}

/** The builds whose name has a text, page by page, as they are published. */
function useFound(text: string | null) {
  const { api } = useEngine();
  useFollowed('builds', ALL, 'builds');
  const found = useInfiniteQuery({
    queryKey: ['builds', 'pipelines', text],
    initialPageParam: '',
    queryFn:
      text === null
        ? skipToken
        : ({ pageParam: after }) =>
            repositoryCalls.getBuilds(api, {
              limit: PORTION,
              ...(text && { text }),
              ...(after && { after }),
            }),
    getNextPageParam: ({ next }) => next,
  });
  const pages = found.data?.pages;
  const rows = useMemo(() => pages?.flatMap(page => page.builds), [pages]);
  return { ...found, rows };
}
