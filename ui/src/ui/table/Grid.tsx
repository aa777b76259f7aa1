// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid take the focus, one of them at a time
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useAtom } from '@xstate/store-react';
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { language } from '@/texts/i18n/languages';
import { COLUMN_WIDTH_PX, type TableColumn } from './columns';
import { Head, type Ticked } from './Head';
import { Row } from './Row';
import css from './table.module.css';
import { useGridEvents } from './useGridEvents';
import type { Sorted, TableRow } from './useRows';
import { type Selection, useSelecting } from './useSelecting';
import type { Place } from './walk';

/** As --wb-row of the tokens; the virtual list needs it as a number. */
const ROW_PX = 34;
const OVERSCAN_ROWS = 8;

export interface GridProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly TableRow<Row>[];
  sort: Sorted;
  selection: Selection | undefined;
  activate: ((row: Row) => void) | undefined;
  /** Where the roving place in the order of Tab is. */
  at: Place;
  setAt: (at: Place) => void;
  copy: (at: Place) => void;
}

/** The widths as CSS: the column that names the row never takes more than a part of a narrow window. */
function widths<Row>(columns: readonly TableColumn<Row>[], ticks: boolean): CSSProperties {
  const [name, ...others] = columns.map(column => column.width ?? COLUMN_WIDTH_PX);
  const narrow = `min(${name}px, 46cqi)`;
  const tracks = others.map(width => `minmax(${width}px, ${width}fr)`);
  const fixed = others.reduce((sum, width) => sum + width, ticks ? 44 : 0);
  return {
    '--tracks': `${ticks ? '44px ' : ''}minmax(${narrow}, ${name}fr) ${tracks.join(' ')}`,
    '--least': `calc(${fixed}px + ${narrow})`,
    '--stuck': `calc(${ticks ? 44 : 0}px + ${narrow})`,
    '--name-start': ticks ? '44px' : '0px',
  } as CSSProperties;
}

function tickedOf(rows: readonly { id: string }[], selected: ReadonlySet<string>): Ticked {
  if (selected.size === 0) return 'none';
  const all = rows.every(row => selected.has(row.id));
  return all ? 'all' : rows.some(row => selected.has(row.id)) ? 'some' : 'none';
}

/** The rows that can be seen, and the one that has the focus: never more, however many there are. */
export function Grid<R>({
  label,
  columns,
  rows,
  sort,
  selection,
  activate,
  at: wanted,
  setAt,
  copy,
}: GridProps<R>) {
  const scroll = useRef<HTMLDivElement>(null);
  const tongue = useAtom(language);
  const ids = useMemo(() => rows.map(row => row.id), [rows]);
  const selecting = useSelecting(selection, ids);
  const chosen = selection?.selected;
  const ticked = useMemo(() => (chosen ? tickedOf(rows, chosen) : null), [rows, chosen]);
  const style = useMemo(() => widths(columns, chosen !== undefined), [columns, chosen]);
  const columnCount = columns.length + (selection ? 1 : 0);
  // the rows may have become fewer since
  const at = {
    row: Math.min(wanted.row, rows.length - 1),
    column: Math.min(wanted.column, columnCount - 1),
  };
  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      if (at.row < 0 || seen.includes(at.row)) return seen;
      // what has the focus must not leave the page while it is scrolled out of sight
      return [...seen, at.row].sort((one, other) => one - other);
    },
    [at.row],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    // the head is above the rows in the same scroll container
    scrollMargin: ROW_PX,
    overscan: OVERSCAN_ROWS,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    rangeExtractor,
  });
  const events = useGridEvents({ scroll, at, setAt, rows, columnCount, sort, selecting, activate, copy });

  // a new order is read from its top
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the order that matters
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [sort.sorting]);

  return (
    <div
      ref={scroll}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selection ? true : undefined}
      className={css.scroll}
      style={style}
      {...events}
    >
      <Head
        columns={columns}
        sort={sort}
        ticked={ticked}
        at={at.row < 0 ? at.column : null}
        language={tongue}
      />
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(item => {
          const row = rows[item.index];
          return (
            row && (
              <Row
                key={row.id}
                row={row.original}
                index={item.index}
                top={item.start - ROW_PX}
                columns={columns}
                selected={selection ? selection.selected.has(row.id) : null}
                at={item.index === at.row ? at.column : null}
                activatable={activate !== undefined}
                language={tongue}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
