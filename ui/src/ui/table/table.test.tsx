import { act, fireEvent, screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type KeyValue, memoryStorage } from '@/lib/storage';
import { filter, focused, head, items, names, show } from './testing';

describe('sorting', () => {
  test('goes up, down and back by clicks, naturally, and says so', async () => {
    const { user } = show();
    expect(head('Name')).toHaveAttribute('aria-sort', 'none');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Item 1', 'item 2', 'item 9', 'item 10']);
    expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['item 10', 'item 9', 'item 2', 'Item 1']);
    expect(head('Name')).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(items.map(item => item.name));
  });

  test('takes numbers by size and moments by time, and leaves what is empty below either way', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Size' }));
    expect(names()).toEqual(['item 10', 'item 2', 'item 9', 'Item 1']);
    await user.click(screen.getByRole('button', { name: 'Size' }));
    expect(names()).toEqual(['item 9', 'item 2', 'item 10', 'Item 1']);
    await user.click(screen.getByRole('button', { name: 'When' }));
    expect(names()).toEqual(['Item 1', 'item 2', 'item 10', 'item 9']);
  });

  test('works by the keyboard', async () => {
    const { user } = show({ sortedBy: { id: 'name', desc: false } });
    await user.tab();
    await user.tab();
    await user.tab();
    expect(focused()).toBe('Item 1');
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(focused()).toBe('Size');
    await user.keyboard('{Enter}');
    expect(names()[0]).toBe('item 10');
    await user.keyboard(' ');
    expect(head('Size')).toHaveAttribute('aria-sort', 'descending');
    expect(focused()).toBe('Size');
  });
});

describe('the quick filter', () => {
  test('needs every word, in any column, and finds numbers either way', async () => {
    const { user } = show();
    await user.type(filter(), 'red ITEM');
    expect(names()).toEqual(['item 10', 'Item 1']);
    expect(screen.getByText('2 of 4')).toBeInTheDocument();
    await user.clear(filter());
    await user.type(filter(), '1200');
    expect(names()).toEqual(['item 9']);
    await user.clear(filter());
    await user.type(filter(), '1,200');
    expect(names()).toEqual(['item 9']);
  });

  test('announces the count politely, and Escape clears it from anywhere', async () => {
    const { user } = show();
    await user.type(filter(), 'blue');
    expect(await screen.findByText('1 row matches')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    await user.keyboard('{Escape}');
    expect(filter()).toHaveValue('');
    expect(names()).toHaveLength(4);
  });

  test('says when nothing matches and leads out', async () => {
    const { user } = show();
    await user.type(filter(), 'violet');
    expect(screen.getByText('No matching rows')).toBeInTheDocument();
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(names()).toHaveLength(4);
    expect(filter()).toHaveFocus();
  });
});

describe('the choice of columns', () => {
  const shown = () => screen.getAllByRole('columnheader').map(cell => cell.textContent);
  const choose = async (
    user: ReturnType<typeof userEvent.setup>,
    name: string,
    role = 'menuitemcheckbox',
  ) => {
    if (!screen.queryByRole('menu'))
      await user.click(screen.getByRole('button', { name: 'Columns and export' }));
    await user.click(await screen.findByRole(role, { name }));
  };

  test('is kept for the next time, and taken back', async () => {
    const storage = memoryStorage();
    const { user, view } = show({ storage });
    await choose(user, 'Size');
    expect(shown()).toEqual(['Name', 'When', 'Note']);
    view.unmount();
    const again = show({ storage });
    expect(shown()).toEqual(['Name', 'When', 'Note']);
    await choose(again.user, 'Reset columns', 'menuitem');
    expect(shown()).toEqual(['Name', 'Size', 'When', 'Note']);
    expect(storage.read('waybill.table.items.columns')).toBeNull();
  });

  test('never offers the column that names the row', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Columns and export' }));
    const offered = (await screen.findAllByRole('menuitemcheckbox')).map(item => item.textContent);
    expect(offered).toEqual(['Size', 'When', 'Note']);
  });

  test('opens at the first press, which brings the menu, and gives the focus back', async () => {
    const { user } = show();
    const button = screen.getByRole('button', { name: 'Columns and export' });
    expect(button).toHaveAttribute('aria-haspopup', 'menu');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(await screen.findByRole('menu')).toBeVisible();
    const opened = screen.getByRole('button', { name: 'Columns and export' });
    expect(opened).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(opened).toHaveFocus();
  });

  test('can be taken along as a file, as it is sorted and filtered', async () => {
    const parts: Blob[] = [];
    // jsdom has neither of the two
    vi.stubGlobal('URL', {
      createObjectURL: (part: Blob) => `blob:${parts.push(part)}`,
      revokeObjectURL: () => undefined,
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    try {
      const { user } = show({ sortedBy: { id: 'name', desc: false } });
      await user.type(filter(), 'red');
      await choose(user, 'When');
      await choose(user, 'Download as CSV', 'menuitem');
      expect(names).toEqual(['items.csv']);
      const text = await new Promise(resolve => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsText(parts[0] as Blob);
      });
      expect(text).toBe('Name,Size,Note\r\nItem 1,,red\r\nitem 10,9,red\r\n');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each(['{"size":"no"', '["size"]', '{"size":"no","name":false}'])(
    'is its own again where what was kept is damaged: %s',
    kept => {
      const storage = memoryStorage();
      storage.write('waybill.table.items.columns', kept);
      show({ storage });
      expect(shown()).toEqual(['Name', 'Size', 'When', 'Note']);
    },
  );

  test('works where the browser keeps nothing', async () => {
    const blocked: KeyValue = { read: () => null, write: () => undefined };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    for (const storage of [blocked, undefined]) {
      const { user, view } = show({ storage });
      await choose(user, 'Size');
      expect(shown()).toEqual(['Name', 'When', 'Note']);
      view.unmount();
    }
  });
});

describe('what is shown instead of rows', () => {
  test('an empty list has its way out', () => {
    show({ rows: [] });
    expect(screen.getByText('No items')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add' })).toBeInTheDocument();
  });

  test('loading that takes 30 s shows a message, and starts over after a retry', () => {
    vi.useFakeTimers();
    const retry = vi.fn();
    show({ rows: undefined, retry });
    expect(screen.getByRole('region', { name: 'Items' })).toHaveAttribute('aria-busy', 'true');
    act(() => vi.advanceTimersByTime(29_999));
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    act(() => vi.advanceTimersByTime(1));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    act(() => vi.advanceTimersByTime(30_000));
    expect(screen.getByText('This is taking longer than usual.')).toBeInTheDocument();
  });

  test('a failure is shown and can be retried, and removes no rows', async () => {
    const retry = vi.fn();
    const { user, view } = show({ rows: undefined, failure: 'It did not come.', retry });
    expect(screen.getByRole('alert')).toHaveTextContent('It did not come.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    view.unmount();
    show({ failure: 'It did not come.' });
    expect(screen.getByRole('alert')).toHaveTextContent('may be out of date');
    expect(names()).toHaveLength(4);
  });
});
