import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { memoryStorage } from '@/lib/storage';
import type { TableColumn } from './columns';
import { DataTable, type DataTableProps } from './DataTable';

// Shared by the tests of the table: some rows, and the table over them.

export interface Item {
  name: string;
  size: number | null;
  at: string | null;
  note: string;
}

export const items: readonly Item[] = [
  { name: 'item 10', size: 9, at: '2026-03-01T10:00:00Z', note: 'red' },
  { name: 'item 9', size: 1200, at: null, note: 'blue' },
  { name: 'Item 1', size: null, at: '2025-12-24T10:00:00Z', note: 'red' },
  { name: 'item 2', size: 80, at: '2026-01-15T10:00:00Z', note: 'green' },
];

export const columns: readonly TableColumn<Item>[] = [
  { id: 'name', label: 'Name', value: item => item.name },
  { id: 'size', label: 'Size', kind: 'number', value: item => item.size },
  { id: 'at', label: 'When', kind: 'date', value: item => item.at },
  { id: 'note', label: 'Note', value: item => item.note },
];

export const many: readonly Item[] = Array.from({ length: 100_000 }, (_, index) => ({
  name: `item ${index}`,
  size: index,
  at: null,
  note: '',
}));

beforeEach(() => {
  // the virtual list asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
    return this.getAttribute('role') === 'row' ? 34 : 400;
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

afterEach(() => {
  vi.useRealTimers();
});

function Chooser(props: DataTableProps<Item>) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  return <DataTable {...props} selection={{ selected, select }} />;
}

export function show(changes: Partial<DataTableProps<Item>> = {}, choosing = false) {
  const props: DataTableProps<Item> = {
    id: 'items',
    label: 'Items',
    columns,
    rows: items,
    rowId: item => item.name,
    retry: () => undefined,
    empty: { title: 'No items', text: 'Add one.', action: <button type="button">Add</button> },
    storage: memoryStorage(),
    ...changes,
  };
  const Table = choosing ? Chooser : DataTable<Item>;
  const view = render(
    <MantineProvider env="test">
      <Table {...props} />
    </MantineProvider>,
  );
  return { view, user: userEvent.setup() };
}

export const names = () => screen.getAllByRole('rowheader').map(cell => cell.textContent);
export const head = (name: string) => screen.getByRole('columnheader', { name });
export const focused = () => document.activeElement?.textContent;
export const filter = () => screen.getByRole('searchbox', { name: 'Filter Items' });
export const chosen = () =>
  screen
    .getAllByRole('row')
    .filter(row => row.getAttribute('aria-selected') === 'true')
    .map(row => within(row).getByRole('rowheader').textContent);
