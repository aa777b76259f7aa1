import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as scannerCalls from '@/generated/scannerCalls';
import type { ComponentRequest } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as packages } from '@/texts/packages';
import { texts } from '@/texts/scanningSearch';
import { texts as common } from '@/texts/search';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { SelectField } from '@/ui/ToolField';
import { DataTable } from '@/ui/table/DataTable';
import css from '@/ui/tablePage.module.css';
import { ignoresSome } from './ignoresSome';
import { ScanningForm } from './ScanningForm';
import { type Missing, missingFor, missingOf } from './scannerMissing';
import {
  addressOf,
  type Filters,
  filtersOf,
  isEmpty,
  isNarrowed,
  NO_FILTERS,
  needsFindings,
  ORDERS,
  type Order,
  pageOf,
  wantedOf,
} from './scanning';
import { SCANNING_COLUMNS } from './scanningColumns';
import { useModelSearch } from './useModelSearch';

const APPLYING = ['name', 'cve', 'severities'] as const;

/** Versions with known vulnerabilities that a search has found, and the form that searches for others (SEARCH-01). */
export function ScanningSearchResults() {
  const { text, model, refusal, search, clear } = useModelSearch('scanning');
  // without a search the newest findings are listed, whatever the search box has
  const filters = text === '' ? NO_FILTERS : model && filtersOf(model);
  const begin = async (wanted: Filters) => {
    if (isEmpty(wanted)) await clear();
    else if (model) await search({ ...model, ...wanted, severities: [...wanted.severities] });
  };
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('scanningSearchResults')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      {filters && (
        <ScanningForm filters={filters} search={wanted => void begin(wanted)} clear={() => void clear()} />
      )}
      <Results>
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        {text !== '' && model && ignoresSome(model, APPLYING) && <Notice kind="info">{texts.ignored}</Notice>}
      </Results>
    </div>
  );
}

/** What is found, below what is to know of the search. */
function Results({ children }: { children: ReactNode }) {
  const router = useRouter();
  const engine = useEngine();
  const askAgain = useCallback(() => engine.propose('search', { type: 'open' }), [engine]);
  useEffect(askAgain, [askAgain]);
  const { asker, components } = useMachine('search').state?.search ?? {};
  const request = components ?? null;
  const [order, setOrder] = useState<Order>(ORDERS[0]);
  const [all, setAll] = useState(false);
  const canHaveNone = !needsFindings(request);
  const known = asker ? missingFor(asker) : null;
  const found = useFound(asker && !known ? request : null, all && canHaveNone, order);
  const missing = known ?? missingOf(found.error);
  if (missing) {
    const retry = known ? askAgain : () => void found.refetch();
    return (
      <div className={css.results}>
        {children}
        <ScannerMissing missing={missing} retry={retry} />
      </div>
    );
  }
  return (
    <div className={css.results}>
      {children}
      {found.isPartial && <Notice kind="info">{packages.partial}</Notice>}
      <DataTable
        id="scanned-versions"
        label={texts.results}
        columns={SCANNING_COLUMNS}
        rows={found.rows}
        rowId={row => row.id}
        failure={found.isError ? refusalText(found.error, common.failed) : null}
        retry={() => void found.refetch()}
        empty={
          isNarrowed(request)
            ? { title: texts.none, text: common.noneHint }
            : { title: packages.scan.SCANNED, text: texts.noneHint }
        }
        activate={row => void router.navigate({ to: addressOf(row), search: { tab: 'vulnerabilities' } })}
        tools={
          <>
            <SelectField
              label={packages.sort}
              value={order}
              onChange={event => setOrder(ORDERS.find(one => one === event.currentTarget.value) ?? ORDERS[0])}
            >
              {ORDERS.map(one => (
                <option key={one} value={one}>
                  {packages.order[one]}
                </option>
              ))}
            </SelectField>
            <label className={css.tick}>
              <input
                type="checkbox"
                checked={all && canHaveNone}
                disabled={!canHaveNone}
                onChange={event => setAll(event.currentTarget.checked)}
              />
              {texts.all}
            </label>
          </>
        }
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

/** The versions that the scanner finds, page by page. */
function useFound(request: ComponentRequest | null, all: boolean, order: Order) {
  const { api } = useEngine();
  const found = useInfiniteQuery({
    queryKey: ['search', 'scanning', request, all, order],
    initialPageParam: request?.page_num ?? 1,
    queryFn: request
      ? ({ pageParam: page }) =>
          scannerCalls.postXrayUiComponentPaginatedsearch(
            api,
            wantedOf(request, all),
            pageOf(request, order, page),
          )
      : skipToken,
    getNextPageParam: page => (page.has_next_page ? page.page_num + 1 : undefined),
    retry: (failures, error) => failures < 1 && missingOf(error) === null,
  });
  const pages = found.data?.pages;
  // a version that is published meanwhile moves others to the next page, where they come once more
  const rows = useMemo(
    () => pages && [...new Map(pages.flatMap(page => page.data.map(row => [row.id, row]))).values()],
    [pages],
  );
  return { ...found, rows, isPartial: pages?.some(page => page.is_partial) ?? false };
}

/** The scanner cannot be asked: why, and what an administrator does about it. */
function ScannerMissing({ missing, retry }: { missing: Missing; retry: () => void }) {
  const login = useMachine('login').state;
  const isAdmin = login?.state === 'signed_in' && login.admin;
  const { status, route } = missing;
  return (
    <Notice kind="bad">
      <strong>{packages.scan[status]}</strong>
      <p>
        {texts.missing[status]} {isAdmin && <Link to={pathnameOf(route)}>{titleOf(route)}</Link>}
      </p>
      <Button size="compact-sm" variant="default" onClick={retry}>
        {packages.retry}
      </Button>
    </Notice>
  );
}
