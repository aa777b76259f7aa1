import type { ReactNode } from 'react';
import { language, locale } from '@/texts/i18n/languages';
import { dayTime } from '@/texts/time';

interface AnyColumn<Row> {
  id: string;
  /** A getter (`get label() { return texts.… }`) where the columns are defined outside of a component. */
  readonly label: string;
  /** What the cell shows where that is more than the value's text. */
  cell?: (row: Row) => ReactNode;
  /** The minimal width in pixels; the remaining width is shared out in proportion. */
  width?: number;
  sortable?: boolean;
  /** The first column names the row and always stays; any other may be put away unless this is false. */
  hideable?: boolean;
  /** Put away until the user asks for it. */
  hidden?: boolean;
  mono?: boolean;
}

interface TextColumn<Row> extends AnyColumn<Row> {
  kind?: 'text';
  value: (row: Row) => string | null | undefined;
}

interface NumberColumn<Row> extends AnyColumn<Row> {
  kind: 'number';
  value: (row: Row) => number | null | undefined;
  /** How the number is written, such as with a unit; grouped digits where it is not given. */
  format?: (value: number) => string;
}

interface DateColumn<Row> extends AnyColumn<Row> {
  kind: 'date';
  /** As the server writes moments: ISO 8601. */
  value: (row: Row) => string | null | undefined;
  format?: (value: string) => string;
}

/** What a table knows of a column. Keep the list of them outside of the component, or memoised. */
export type TableColumn<Row> = TextColumn<Row> | NumberColumn<Row> | DateColumn<Row>;

export const COLUMN_WIDTH_PX = 140;

interface Manner {
  digits: Intl.NumberFormat;
  natural: Intl.Collator;
}

// asked for at every comparison, so it is made once for each language and not looked up
let made: Manner | null = null;
language.subscribe(() => {
  made = null;
});

function manner(): Manner {
  made ??= {
    digits: new Intl.NumberFormat(locale()),
    natural: new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' }),
  };
  return made;
}

/** What the column is sorted by. Empty values become undefined, which sorts below the others in both directions. */
export function sortValue<Row>(column: TableColumn<Row>, row: Row): string | number | undefined {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return undefined;
  const key = column.kind === 'date' ? Date.parse(String(value)) : value;
  return typeof key === 'number' && Number.isNaN(key) ? undefined : key;
}

/** 'item 9' comes before 'item 10', and 'Ä' beside 'a'; numbers and moments by their size. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return manner().natural.compare(String(one), String(other));
}

/** The text of a cell: what is searched and copied. */
export function cellText<Row>(column: TableColumn<Row>, row: Row): string {
  if (column.kind === 'number') {
    const value = column.value(row);
    if (value === null || value === undefined || Number.isNaN(value)) return '';
    return column.format ? column.format(value) : manner().digits.format(value);
  }
  const value = column.value(row);
  if (value === null || value === undefined) return '';
  if (column.kind !== 'date') return value;
  if (Number.isNaN(Date.parse(value))) return value;
  return (column.format ?? dayTime)(value);
}

/** The same for another program, which wants the number and the moment as they are. */
export function rawValue<Row>(column: TableColumn<Row>, row: Row): string | number {
  return column.value(row) ?? '';
}
