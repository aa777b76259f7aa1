import { cellText, rawValue, type TableColumn } from './columns';

/** Whether a row has every typed word in one of the visible columns. */
export interface QuickFilter<Row> {
  words: readonly string[];
  matches: (row: Row) => boolean;
}

export const wordsOf = (typed: string) =>
  typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');

/** What can be found in a row: as it is written on the page, and as it came (1234 beside '1,234'). */
function searchable<Row>(columns: readonly TableColumn<Row>[], row: Row): string {
  let all = '';
  for (const column of columns) {
    all += `${cellText(column, row)}\n`;
    if (column.kind === 'number' || column.kind === 'date') all += `${rawValue(column, row)}\n`;
  }
  return all.toLocaleLowerCase();
}

/** Caches the text of each row, since the next typed letter needs it again. */
export function searcher<Row extends object>(columns: readonly TableColumn<Row>[]) {
  const known = new WeakMap<Row, string>();
  const textOf = (row: Row) => {
    const text = known.get(row) ?? searchable(columns, row);
    known.set(row, text);
    return text;
  };
  return (typed: string): QuickFilter<Row> | undefined => {
    const words = wordsOf(typed);
    if (words.length === 0) return undefined;
    return {
      words,
      matches: row => {
        const text = textOf(row);
        return words.every(word => text.includes(word));
      },
    };
  };
}
