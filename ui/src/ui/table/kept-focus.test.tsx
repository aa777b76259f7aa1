// The focus of a table whose rows are removed.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { memoryStorage } from '@/lib/storage';
import { DataTable } from './DataTable';
import { columns, focused, items, names } from './testing';

const storage = memoryStorage();
const nothing = { title: 'No items', text: 'Add one.' };

/** Each row is removed when it is activated. */
function Rows() {
  const [rows, setRows] = useState(items);
  return (
    <MantineProvider env="test">
      <main>
        <h1 tabIndex={-1}>All items</h1>
        <button type="button" onClick={() => setRows(rows.slice(1))}>
          Remove the first
        </button>
        <DataTable
          id="items"
          label="Items"
          columns={columns}
          rows={rows}
          rowId={item => item.name}
          retry={() => undefined}
          empty={nothing}
          activate={item => setRows(rows.filter(one => one !== item))}
          storage={storage}
        />
      </main>
    </MantineProvider>
  );
}

test('the next row gets the focus of one that is removed, the last one, or the heading', async () => {
  render(<Rows />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
  expect(names()).toEqual(['item 10', 'Item 1', 'item 2']);
  expect(focused()).toBe('Item 1');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('item 2');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('item 10');
  await user.keyboard('{Enter}');
  expect(screen.getByText('No items')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'All items' })).toHaveFocus();
});

test('a table that has not the focus takes none when a row is removed', async () => {
  render(<Rows />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
  await user.click(screen.getByRole('button', { name: 'Remove the first' }));
  expect(names()).toEqual(['Item 1', 'item 2']);
  expect(screen.getByRole('button', { name: 'Remove the first' })).toHaveFocus();
});
