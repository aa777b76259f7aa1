import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Sorted, TableRow } from './useRows';
import type { Selecting } from './useSelecting';
import { HEAD_ROW, type Place, walk } from './walk';

/** Where nothing has been laid out, a page is this long. */
const PAGE_ROWS = 10;
const INSIDE = 'a[href], button, input:not([type="checkbox"]), select, textarea';

interface GridEventsInput<Row> {
  scroll: RefObject<HTMLDivElement | null>;
  at: Place;
  setAt: (at: Place) => void;
  rows: readonly TableRow<Row>[];
  columnCount: number;
  sort: Sorted;
  selecting: Selecting | null;
  activate: ((row: Row) => void) | undefined;
  copy: (at: Place) => void;
}

const cellOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]');
const placeOf = (cell: HTMLElement): Place => ({
  row: Number(cell.dataset.row),
  column: Number(cell.dataset.column),
});

/** What the whole table does on keys and clicks, in one place instead of at each of its cells. */
export function useGridEvents<Row>(input: GridEventsInput<Row>) {
  const { scroll, at, setAt, rows, columnCount, sort, selecting, activate, copy } = input;
  const focusWanted = useRef(false);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    const cell = scroll.current?.querySelector<HTMLElement>(
      `[data-row="${at.row}"][data-column="${at.column}"]`,
    );
    cell?.focus({ preventScroll: true });
    // not by the focus itself, which would leave the cell below the head or the first column
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  });

  const go = (to: Place) => {
    focusWanted.current = true;
    setAt(to);
  };

  const pageRows = () => {
    const box = scroll.current;
    const height = box?.querySelector('[role="row"]')?.clientHeight ?? 0;
    return box && height > 0 ? Math.max(1, Math.floor(box.clientHeight / height) - 2) : PAGE_ROWS;
  };

  const activateAt = (cell: HTMLElement, place: Place) => {
    if (place.row === HEAD_ROW) {
      if (cell.dataset.sort) sort.toggle(cell.dataset.sort);
      else if (selecting && place.column === 0) selecting.toggleAll();
      return;
    }
    const row = rows[place.row];
    const inside = cell.querySelector<HTMLElement>(INSIDE);
    if (inside) inside.focus();
    else if (row) activate?.(row.original);
  };

  const chooseAt = (place: Place, range: boolean) => {
    if (place.row === HEAD_ROW) selecting?.toggleAll();
    else if (range) selecting?.extend(place.row);
    else selecting?.toggle(place.row);
  };

  const letterKeys = (event: KeyboardEvent, place: Place): boolean => {
    if (!event.ctrlKey && !event.metaKey) return false;
    if (event.key === 'a' && selecting) selecting.toggleAll();
    else if (event.key === 'c' && place.row >= 0 && getSelection()?.isCollapsed !== false) copy(place);
    else return false;
    return true;
  };

  const cellKeys = (event: KeyboardEvent, cell: HTMLElement, place: Place): boolean => {
    if (event.key === 'Enter' || event.key === 'F2') activateAt(cell, place);
    else if (event.key === ' ' && cell.dataset.sort) sort.toggle(cell.dataset.sort);
    else if (event.key === ' ' && selecting) chooseAt(place, event.shiftKey);
    else return letterKeys(event, place);
    return true;
  };

  const walkKeys = (event: KeyboardEvent, cell: HTMLElement, from: Place): boolean => {
    const rightToLeft = cell.closest<HTMLElement>('[dir]')?.dir === 'rtl';
    const extent = { rows: rows.length, columns: columnCount, page: pageRows(), rightToLeft };
    const to = walk(from, event.key, event.ctrlKey || event.metaKey, extent);
    if (!to) return false;
    go(to);
    if (selecting && event.shiftKey && to.row >= 0 && from.row >= 0 && to.row !== from.row) {
      selecting.begin(from.row);
      selecting.extend(to.row);
    }
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.defaultPrevented) return;
    if (event.target !== cell) {
      // a control inside of a cell has its own keys; Escape returns to the cell
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      cell.focus();
    } else {
      const place = placeOf(cell);
      if (!walkKeys(event, cell, place) && !cellKeys(event, cell, place)) return;
    }
    event.preventDefault();
  };

  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    const place = placeOf(cell);
    if (selecting && place.column === 0) return chooseAt(place, event.shiftKey);
    if (cell.dataset.sort) return sort.toggle(cell.dataset.sort);
    const onControl = (event.target as Element).closest(INSIDE);
    // a user who selects a cell's text to copy it does not want to open the row
    if (onControl || place.row === HEAD_ROW || getSelection()?.isCollapsed === false) return;
    if (event.shiftKey && selecting) return chooseAt(place, true);
    const row = rows[place.row];
    if (row) activate?.(row.original);
  };

  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    const place = placeOf(cell);
    setAt(place);
    // a box that was clicked leaves the keys to its cell
    if (event.target !== cell && selecting && place.column === 0) cell.focus({ preventScroll: true });
  };

  return { onKeyDown, onClick, onFocus };
}
