/** A place in the table; row -1 is the head. */
export interface Place {
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
  /** How many rows PageUp and PageDown go. */
  page: number;
  rightToLeft: boolean;
}

export const HEAD_ROW = -1;

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The cell that a key moves to, by the ARIA grid pattern; null for other keys. */
export function walk(from: Place, key: string, control: boolean, extent: Extent): Place | null {
  const first = { row: 0, column: 0 };
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const forward = extent.rightToLeft ? -1 : 1;
  const to = (row: number, column: number): Place => ({
    row: between(row, HEAD_ROW, last.row),
    column: between(column, first.column, last.column),
  });
  switch (key) {
    case 'ArrowDown':
      return to(from.row + 1, from.column);
    case 'ArrowUp':
      return to(from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, from.column + forward);
    case 'ArrowLeft':
      return to(from.row, from.column - forward);
    case 'PageDown':
      return to(from.row + extent.page, from.column);
    case 'PageUp':
      // from the list never into the head: that is one more step with the arrow
      return to(Math.max(Math.min(from.row, 0), from.row - extent.page), from.column);
    case 'Home':
      return control ? to(first.row, first.column) : to(from.row, first.column);
    case 'End':
      return control ? to(last.row, last.column) : to(from.row, last.column);
    default:
      return null;
  }
}
