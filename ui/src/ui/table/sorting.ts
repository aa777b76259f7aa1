import { compareValues, sortValue, type TableColumn } from './columns';

/**
 * One number for each row, by which the column is sorted; NaN where the cell is empty. Comparing texts is slow,
 * so each distinct text is compared once to find its rank, and not again when the direction changes.
 */
export function ranksOf<Row>(
  column: TableColumn<Row>,
  rows: readonly { original: Row }[],
): Float64Array<ArrayBuffer> {
  const values = rows.map(row => sortValue(column, row.original));
  if (column.kind === 'number' || column.kind === 'date')
    return Float64Array.from(values, value => (typeof value === 'number' ? value : Number.NaN));
  const ordered = [...new Set(values)].filter(value => value !== undefined).sort(compareValues);
  const ranks = new Map<unknown, number>();
  let rank = 0;
  ordered.forEach((value, index) => {
    // texts that differ only by case are equal in the order, and keep their sequence
    if (index > 0 && compareValues(ordered[index - 1], value) !== 0) rank += 1;
    ranks.set(value, rank);
  });
  return Float64Array.from(values, value => ranks.get(value) ?? Number.NaN);
}

/** The rows by their ranks; equal ones stay as they came, and empty ones stay below in either direction. */
export function inOrder<Row>(rows: readonly Row[], ranks: Float64Array, desc: boolean): readonly Row[] {
  const turn = desc ? -1 : 1;
  const rankAt = (index: number) => ranks[index] ?? Number.NaN;
  const filled: number[] = [];
  const none: Row[] = [];
  rows.forEach((row, index) => {
    if (Number.isNaN(rankAt(index))) none.push(row);
    else filled.push(index);
  });
  filled.sort((one, other) => turn * (rankAt(one) - rankAt(other)) || one - other);
  return [...filled.map(index => rows[index] as Row), ...none];
}
