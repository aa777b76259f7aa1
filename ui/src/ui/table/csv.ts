import { rawValue, type TableColumn } from './columns';

/** A spreadsheet takes a value that begins like this for a formula, which may send or delete data. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠\t\r\n]/;
/** Beside what RFC 4180 has: where decimals have a comma, spreadsheets split at semicolons, and some split at tabs. */
const QUOTED = /[",;\t\r\n]/;

/** One cell of a CSV file (RFC 4180). A real number is no text and so no formula, even below zero. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as they are sorted and filtered, in the columns that are shown. */
export function csvOf<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(column => csvCell(column.label))];
  for (const row of rows) lines.push(columns.map(column => csvCell(rawValue(column, row))));
  return lines.map(line => `${line.join(',')}\r\n`).join('');
}

/** Hands a file to the browser's downloads. */
export function downloadCsv(name: string, csv: string): void {
  // the mark at the beginning by which spreadsheets recognise UTF-8
  const address = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  // some browsers begin to read only after the click has been handled
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
