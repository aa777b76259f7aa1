import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { chosen, filter, focused, items, many, show } from './testing';

describe('the keyboard', () => {
  test('walks the cells with one place in the order of Tab', async () => {
    const { user } = show();
    await user.click(screen.getByRole('rowheader', { name: 'item 10' }));
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(focused()).toBe('1,200');
    await user.keyboard('{End}');
    expect(focused()).toBe('blue');
    await user.keyboard('{Control>}{End}{/Control}');
    expect(focused()).toBe('green');
    await user.keyboard('{Home}');
    expect(focused()).toBe('item 2');
    await user.keyboard('{PageUp}');
    expect(focused()).toBe('item 10');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('Name');
    expect(document.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1);
  });

  test('activates the row on Enter, and on a click', async () => {
    const activate = vi.fn();
    const { user } = show({ activate });
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    expect(activate).toHaveBeenLastCalledWith(items[1]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(activate).toHaveBeenLastCalledWith(items[2]);
    expect(activate).toHaveBeenCalledTimes(2);
  });

  test('goes the other way from right to left', async () => {
    document.documentElement.dir = 'rtl';
    try {
      const { user } = show();
      await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
      await user.keyboard('{ArrowLeft}');
      expect(focused()).toBe('1,200');
    } finally {
      document.documentElement.dir = '';
    }
  });

  test('reaches the end of 100,000 rows, with only few of them on the page', async () => {
    const { user } = show({ rows: many });
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001');
    await user.click(screen.getByRole('rowheader', { name: 'item 0' }));
    await user.keyboard('{Control>}{End}{/Control}{Home}');
    expect(focused()).toBe('item 99999');
    expect(document.activeElement?.closest('[role="row"]')).toHaveAttribute('aria-rowindex', '100001');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  test('copies the cell', async () => {
    const { user } = show();
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    await user.keyboard('{ArrowRight}{Control>}c{/Control}');
    expect(written).toHaveBeenCalledWith('1,200');
    expect(await screen.findByText('Copied')).toBeInTheDocument();
  });
});

describe('choosing rows', () => {
  test('Space chooses one, Shift and Space all from there, and a new range takes the place of the last', async () => {
    const { user } = show({}, true);
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    expect(chosen()).toEqual([]);
    await user.keyboard(' ');
    expect(chosen()).toEqual(['item 9']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(chosen()).toEqual(['item 9', 'Item 1', 'item 2']);
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(chosen()).toEqual(['item 9', 'Item 1']);
    expect(screen.getByText('4 rows · 2 selected')).toBeInTheDocument();
    await user.keyboard(' ');
    expect(chosen()).toEqual(['item 9']);
  });

  test('Shift and an arrow begin a range where the focus is', async () => {
    const { user } = show({}, true);
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(chosen()).toEqual(['item 9', 'Item 1']);
  });

  test('boxes and Shift do the same by the mouse; the head chooses what the filter left', async () => {
    const { user } = show({}, true);
    await user.click(screen.getByRole('checkbox', { name: 'Select item 10' }));
    expect(screen.getByRole('gridcell', { name: 'Select item 10' })).toHaveFocus();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Item 1' }));
    await user.keyboard('{/Shift}');
    expect(chosen()).toEqual(['item 10', 'item 9', 'Item 1']);
    await user.type(filter(), 'green');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    await user.clear(filter());
    expect(chosen()).toHaveLength(4);
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
    expect(chosen()).toEqual([]);
  });

  test('is off where the page does not ask for it', async () => {
    const { user } = show();
    await user.click(screen.getByRole('rowheader', { name: 'item 9' }));
    await user.keyboard(' ');
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
