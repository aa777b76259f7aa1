import { useAtom } from '@xstate/store-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { KeyValue } from '@/lib/storage';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/table';
import { Button } from '../Button';
import { cellText, type TableColumn } from './columns';
import { Grid } from './Grid';
import { searcher } from './quickFilter';
import { Empty, Failed, Loading, NoMatch, type Nothing } from './States';
import { Tools } from './Tools';
import css from './table.module.css';
import { useAnnounced } from './useAnnounced';
import { useColumnChoice } from './useColumnChoice';
import { TABLE_CELL, useKeptFocus } from './useKeptFocus';
import { useTableRows } from './useRows';
import type { Selection } from './useSelecting';
import type { Place } from './walk';

export interface DataTableProps<Row> {
  /** Names what is kept of this table in the browser, and the file that is downloaded. */
  id: string;
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while they are being loaded. Keep the list the same as long as its rows are. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A sentence where loading has failed. Rows that are there all the same stay. */
  failure?: string | null;
  retry: () => void;
  empty: Nothing;
  sortedBy?: { id: string; desc: boolean };
  /** Enter or a click on a row. */
  activate?: (row: Row) => void;
  selection?: Selection;
  /** What the list is narrowed to at first. */
  filter?: string;
  /** Where the server searches, and sends the rows page by page. */
  paged?: Paged;
  /** Shown beside the filter: actions on the rows. */
  tools?: ReactNode;
  /** The table has the height of its container, instead of that of its rows up to a part of the window. */
  fill?: boolean;
  storage?: KeyValue;
}

interface Counted {
  paged: Paged | undefined;
  typed: string;
  isFiltered: boolean;
  /** How many rows are shown, and how many there are to show. */
  shown: number;
  all: number | undefined;
}

/** How many rows there are, as a text; and what is announced where they were narrowed. */
function countOf({ paged, typed, isFiltered, shown, all = 0 }: Counted) {
  const isNarrowed = paged ? typed.trim() !== '' || paged.narrowed : isFiltered;
  const whole = paged ? paged.total : all;
  const isPart = paged ? all < whole : isFiltered;
  return {
    isNarrowed,
    text: isPart ? texts.table.of({ shown, all: whole }) : texts.table.rows({ count: all }),
    announced: isNarrowed ? texts.table.matching({ count: paged ? whole : shown }) : null,
  };
}

/** A list of which the server sends a part. */
export interface Paged {
  /** What is searched for. */
  typed: string;
  type: (typed: string) => void;
  /** How many rows there are in all, of those that are searched for. */
  total: number;
  /** Something but the search narrows the list. */
  narrowed: boolean;
  /** Narrows the list no longer. */
  clear: () => void;
  /** Loads further rows; null where all are loaded. */
  more: (() => void) | null;
  loading: boolean;
}

const NONE: readonly never[] = [];
const START: Place = { row: 0, column: 0 };

/**
 * The console's table: sorting, a quick filter, a choice of columns, the keyboard of the ARIA grid pattern, ranges of
 * chosen rows, and CSV. Only the rows that can be seen are on the page. Import it from lazy pages alone, for it and
 * TanStack's two libraries belong to no first page.
 *
 * Measured with 100,000 rows in Chromium without a graphics card on two cores (`/ui/stage-table.html`): 610 elements
 * at most; frames of 17 to 19 ms (p95) at 120 pixels a frame, and beyond 100 ms only where every frame shows other
 * rows altogether, as when the bar is dragged; words sorted in 0.4 s, numbers and moments in 0.1 to 0.3 s, turned round
 * in 0.1 s; the first filter 0.5 s, each next 0.2 s.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowId, failure, retry, empty, sortedBy, activate, selection } = props;
  const { paged } = props;
  const tongue = useAtom(language);
  const [own, setOwn] = useState(props.filter ?? '');
  const typed = paged ? paged.typed : own;
  const [at, setAt] = useState<Place>(START);
  const search = useRef<HTMLInputElement>(null);
  const kept = useKeptFocus();
  const choice = useColumnChoice(id, columns, props.storage);
  // typing stays quick while a hundred thousand rows are being looked through
  const wanted = useDeferredValue(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dates and numbers are formatted again in another language
  const find = useMemo(() => searcher(choice.shown), [choice.shown, tongue]);
  const filter = useMemo(() => (paged ? undefined : find(wanted)), [paged, find, wanted]);
  const sorted = useMemo(() => (sortedBy ? [sortedBy] : []), [sortedBy]);
  const { shown, sort } = useTableRows({ columns, rows: rows ?? NONE, rowId, filter, sorted });
  const counted = countOf({
    paged,
    typed,
    isFiltered: Boolean(filter),
    shown: shown.length,
    all: rows?.length,
  });
  const [announced, say] = useAnnounced(counted.announced);

  const type = (next: string) => {
    (paged ? paged.type : setOwn)(next);
    setAt({ row: 0, column: at.column });
  };
  const clear = () => {
    type('');
    paged?.clear();
    search.current?.focus();
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === '' || event.defaultPrevented) return;
    // in the menu it closes the menu
    if ((event.target as Element).closest('[role="menu"]')) return;
    event.preventDefault();
    event.stopPropagation();
    type('');
  };
  const copy = ({ row, column }: Place) => {
    const from = shown[row];
    // the checkboxes of the rows have no text of their own: their accessible name is used
    const of = choice.shown[Math.max(0, selection ? column - 1 : column)];
    if (!from || !of) return;
    const words = cellText(of, from.original);
    const written = navigator.clipboard?.writeText(words) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => say(texts.table.copied),
      () => say(texts.table.notCopied),
    );
  };
  const chosen = selection && selection.selected.size > 0 ? selection.selected.size : null;
  const body = () => {
    if (!rows)
      return failure ? (
        <Failed retry={retry}>{failure}</Failed>
      ) : (
        <Loading retry={retry} columns={choice.shown.length} />
      );
    if (rows.length === 0 && !counted.isNarrowed) return <Empty {...empty} />;
    if (shown.length === 0) return <NoMatch clear={clear} />;
    return (
      <Grid
        label={label}
        columns={choice.shown}
        rows={shown}
        sort={sort}
        selection={selection}
        activate={activate}
        at={at}
        setAt={setAt}
        copy={copy}
      />
    );
  };
  return (
    <section
      {...kept}
      className={css.panel}
      aria-label={label}
      aria-busy={!rows && !failure}
      data-fill={props.fill || undefined}
      onKeyDown={onEscape}
    >
      <Tools
        label={label}
        typed={typed}
        type={type}
        search={search}
        count={
          rows
            ? [counted.text, chosen && texts.table.chosen({ count: chosen })].filter(Boolean).join(' · ')
            : ''
        }
        choice={choice}
        copyCell={shown.length > 0 ? () => copy(at) : null}
        id={id}
        rows={shown}
      >
        {props.tools}
      </Tools>
      {rows && failure && (
        <Failed retry={retry}>
          {failure} {texts.table.stale}
        </Failed>
      )}
      {body()}
      {paged?.more && rows && (
        <div className={css.more}>
          <Button size="sm" variant="default" loading={paged.loading} onClick={paged.more}>
            {texts.table.more}
          </Button>
        </div>
      )}
      <div className="wb-hidden" role="status">
        {announced}
      </div>
    </section>
  );
}

/**
 * Gives the focus back to a table when what was opened from one of its rows closes: to the cell that had it last, or to
 * what `rest` is the ref of where nothing is listed. `place` is the ref of an element that has the table.
 */
export function useTableFocus<Rest extends HTMLElement = HTMLButtonElement>() {
  const place = useRef<HTMLDivElement>(null);
  const rest = useRef<Rest>(null);
  const focusTable = useCallback(() => {
    const cell = place.current?.querySelector<HTMLElement>(TABLE_CELL);
    (cell ?? rest.current)?.focus();
  }, []);
  return {
    place,
    rest,
    focusTable,
    /** The same in the next frame: what closes, such as a dialog that traps the focus, is there until then. */
    focusTableSoon: useCallback(() => void requestAnimationFrame(focusTable), [focusTable]),
  };
}
