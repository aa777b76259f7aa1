import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { FoundArtifact } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/search';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { ArtifactForm } from './ArtifactForm';
import { COLUMNS } from './columns';
import { useModelSearch } from './useModelSearch';

const ArchiveSearch = lazyWith(() =>
  loadChunk('archive-search', () => import('./ArchiveSearch')).then(part => part.ArchiveSearchPage),
);
const ScanningSearch = lazyWith(() =>
  loadChunk('scanning-search', () => import('./ScanningSearchResults')).then(
    part => part.ScanningSearchResults,
  ),
);

const PipelinesSearch = lazyWith(() =>
  loadChunk('pipelines-search', () => import('./PipelinesSearch')).then(part => part.PipelinesSearch),
);

/** What a search has found: archived versions, scanned versions, pipelines or artifacts, by the route. */
export function SearchPage() {
  const route = useMatches({ select: matches => matches.at(-1)?.staticData.route });
  if (route === 'archiveSearch') return <ArchiveSearch />;
  if (route === 'pipelinesSearchResults') return <PipelinesSearch />;
  return route === 'scanningSearchResults' ? <ScanningSearch /> : <ArtifactSearchResults />;
}

/** Artifacts that a search has found, and the form that searches for others (SEARCH-01). */
function ArtifactSearchResults() {
  const { text, model, refusal, search } = useModelSearch('artifacts');
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('artifactSearchResults')}</PageTitle>
      <p className={css.lead}>{texts.artifactLead}</p>
      {model && <ArtifactForm model={model} query={text} search={next => void search(next)} />}
      {refusal && <Notice kind="bad">{refusal}</Notice>}
      {text === '' ? <p className={css.lead}>{texts.artifactHint}</p> : <Results query={text} />}
    </div>
  );
}

function Results({ query }: { query: string }) {
  const { api } = useEngine();
  const router = useRouter();
  const found = useInfiniteQuery({
    queryKey: ['search', 'artifacts', query],
    initialPageParam: 0,
    queryFn:
      query === ''
        ? skipToken
        : ({ pageParam: offset }) => repositoryCalls.getSearchArtifacts(api, { query, offset }),
    getNextPageParam: page => page.next,
  });
  const pages = found.data?.pages;
  const rows = useMemo(() => pages?.flatMap(page => page.artifacts), [pages]);
  const open = ({ repository, path }: FoundArtifact) =>
    void router.navigate({ to: pathnameOf('repos.tree', { path: `${repository}/${path}` }) });
  return (
    <div className={css.results}>
      <DataTable
        id="found-artifacts"
        label={texts.artifacts}
        columns={COLUMNS}
        rows={rows}
        rowId={({ repository, path }) => `${repository}/${path}`}
        failure={found.isError ? failureText(found.error, found.error.message) : null}
        retry={() => void found.refetch()}
        empty={{ title: texts.none, text: texts.noneHint }}
        activate={open}
        fill
      />
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </div>
  );
}
