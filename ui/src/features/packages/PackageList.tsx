import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { DataTransfer, PackageFacets } from '@/generated/api';
import type { PackageBrowser } from '@/generated/types';
import { loadChunk } from '@/lib/chunk';
import { useSettled } from '@/lib/useSettled';
import { lazyWith } from '@/shell/lazyPage';
import { packageFacets, packagesPage } from '@/shell/packages';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/packages';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Segments } from '@/ui/Segments';
import { SearchField, SelectField } from '@/ui/ToolField';
import { Begin } from './Begin';
import { FacetPanel } from './FacetPanel';
import { failure } from './failure';
import { LatelyPlace } from './LatelyPlace';
import { PackageCards } from './PackageCards';
import css from './packages.module.css';
import { isNarrowed, listPath, ORDERS, orderOf, useWanted, type Wanted } from './place';
import { useBrowser, useOrder } from './useBrowser';
import { useRememberedView } from './view';

const PackageTable = lazyWith(() =>
  loadChunk('package-table', () => import('./PackageTable')).then(part => part.PackageTable),
);

// few installations have a quota
const Transfer = lazyWith(() =>
  loadChunk('transfer', () => import('./Transfer')).then(part => part.Transfer),
);

/** How long typing pauses before the address says what is searched for. */
const ADDRESSED_MS = 300;

const VIEWS = ['cards', 'table'] as const;

function Quota({ of }: { of: DataTransfer | undefined }) {
  return of?.isReached ? <Transfer of={of} /> : null;
}

/** All packages that the user may read: a search, what they have in common, and the packages. */
export function PackageList({ Home }: { Home: ComponentType }) {
  const [typing, change] = useWanted();
  const typed = typing.name ?? '';
  const type = (name: string) => change({ name }, ADDRESSED_MS);
  const wanted: Wanted = { ...typing, name: useSettled(typed.trim()) };
  const { browser, refusal } = useBrowser('list', listPath(wanted));
  const order = orderOf(wanted);
  useOrder(browser, order);
  const [view, chooseView] = useRememberedView('list', VIEWS);
  const { packages, facets } = usePackages(browser);
  const pages = packages.data?.pages;
  const rows = pages?.flatMap(page => page.edges.map(edge => edge.node));
  const narrowed = isNarrowed(wanted);
  const isEmpty = rows?.length === 0;
  const isPartial = pages?.some(page => page.isPartial) ?? false;
  // nothing is there that a search could find
  const isBare = isEmpty && !narrowed && !isPartial;
  const clear = () =>
    change({
      name: '',
      description: '',
      pkg: '',
      repo: '',
      licenses: '',
      severities: '',
      tags: '',
      version: '',
      checksum: '',
    });
  const listing = {
    rows,
    more: packages.hasNextPage ? () => void packages.fetchNextPage() : null,
    loading: packages.isFetchingNextPage,
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('packages')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {!isBare && (
        <search className={css.bar} aria-label={texts.search}>
          {view === 'cards' && (
            <SearchField
              label={texts.search}
              placeholder={texts.searchHint}
              className={css.searchField}
              value={typed}
              maxLength={256}
              onChange={event => type(event.currentTarget.value)}
            />
          )}
          <SelectField
            label={texts.sort}
            value={order}
            onChange={event =>
              change({ sort: event.currentTarget.value === 'name' ? '' : event.currentTarget.value })
            }
          >
            {ORDERS.map(one => (
              <option key={one} value={one}>
                {texts.order[one]}
              </option>
            ))}
          </SelectField>
          <Segments
            label={texts.view.label}
            value={view}
            options={VIEWS.map(value => ({ value, label: texts.view[value] }))}
            choose={chooseView}
          />
        </search>
      )}
      <Quota of={facets.data?.transfer} />
      {isPartial && <Notice kind="info">{texts.partial}</Notice>}
      {refusal && <Notice kind="bad">{refusal}</Notice>}
      {packages.isError && (
        <Notice kind="bad">
          {failure(packages.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void packages.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      {!narrowed && !isEmpty && !packages.isError && <LatelyPlace known={rows !== undefined} />}
      {isBare ? (
        <>
          <Begin />
          <Home />
        </>
      ) : (
        <div className={css.columns}>
          <FacetPanel facets={facets.data?.facets} wanted={typing} change={change} />
          <div className={css.results}>
            <Counted facets={facets.data?.facets} narrowed={narrowed} clear={clear} />
            {isEmpty && <NoneFound isPartial={isPartial} clear={clear} />}
            {!isEmpty && view === 'cards' && <PackageCards {...listing} />}
            {!isEmpty && view === 'table' && (
              <PackageTable {...listing} total={facets.data?.facets.total ?? 0} typed={typed} type={type} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** The packages that the machine's filter and sort select, and what they have in common. */
function usePackages(browser: PackageBrowser | null) {
  const { api } = useEngine();
  const { filter, sort } = browser ?? {};
  const packages = useInfiniteQuery({
    queryKey: ['packages', 'list', filter, sort],
    initialPageParam: null as string | null,
    queryFn: filter && sort ? ({ pageParam: after }) => packagesPage(api, filter, sort, after) : skipToken,
    getNextPageParam: page => page.pageInfo.endCursor,
    placeholderData: keepPreviousData,
  });
  const hasSome = packages.data?.pages.some(page => page.edges.length > 0) ?? false;
  const facets = useQuery({
    queryKey: ['packages', 'facets', filter],
    // an installation without packages has none to count
    queryFn: filter && hasSome ? () => packageFacets(api, filter) : skipToken,
    placeholderData: keepPreviousData,
  });
  return { packages, facets };
}

function Counted({
  facets,
  narrowed,
  clear,
}: {
  facets: PackageFacets | undefined;
  narrowed: boolean;
  clear: () => void;
}) {
  const count = facets?.total ?? 0;
  return (
    <div className={css.counted}>
      <p role="status">
        {facets === undefined ? ' ' : facets.exact ? texts.count({ count }) : texts.moreThan({ count })}
      </p>
      {narrowed && (
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}

/** Nothing is found, or nothing yet (PKG-03), and the way out. */
function NoneFound({ isPartial, clear }: { isPartial: boolean; clear: () => void }) {
  return (
    <div className={css.none}>
      <h2>{isPartial ? texts.soon : texts.none}</h2>
      <Button size="sm" variant="default" onClick={clear}>
        {texts.clear}
      </Button>
    </div>
  );
}
