import { expect, test, vi } from 'vitest';
import type { TableColumn } from './columns';
import { csvCell, csvOf, downloadCsv } from './csv';

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-rf', "'-rf"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\n=1', `"'\n=1"`],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['a=b', 'a=b'],
  ['', ''],
  [-5, '-5'],
])('a cell %j is written as %s', (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test('a file has the columns that are given, and values instead of how they are shown', () => {
  const columns: readonly TableColumn<{ name: string; size: number | null }>[] = [
    { id: 'name', label: 'Name', value: row => row.name },
    { id: 'size', label: '=Size', kind: 'number', value: row => row.size, format: size => `${size} kB` },
  ];
  const rows = [
    { name: '=x', size: 1200 },
    { name: 'b', size: null },
  ];
  expect(csvOf(columns, rows)).toBe("Name,'=Size\r\n'=x,1200\r\nb,\r\n");
});

test('a file is handed over as UTF-8 under its name', async () => {
  const blobs: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      blobs.push(blob);
      return 'blob:items';
    },
    revokeObjectURL: () => undefined,
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  downloadCsv('items', 'Ä\r\n');
  expect(names).toEqual(['items.csv']);
  const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0x84, 0x0d, 0x0a]);
});
