import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Counter, STEP_MS, STEPS } from './Counter';
import { UndoableWords } from './UndoableWords';
import { decide, empty, wordsOf } from './undoable';

afterEach(() => {
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.getByRole('progressbar');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// covers: [ROUTE-08]
test('the counter takes 50 steps of 50 ms, stops, goes on, and can be reset', async () => {
  expect([STEPS, STEP_MS]).toEqual([50, 50]);
  vi.useFakeTimers();
  render(<Counter />, { wrapper: MantineProvider });
  await pass(1_000);
  expect(shown()).toHaveValue(0);
  press('Start');
  await pass(499);
  expect(shown()).toHaveValue(9);
  await pass(1);
  expect(shown()).toHaveValue(10);
  press('Stop');
  await pass(1_000);
  expect(shown()).toHaveValue(10);
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('The counter is at 10.');
  press('Start');
  await pass(5_000);
  expect(shown()).toHaveValue(50);
  expect(screen.getByText('50 of 50')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Start' })).toHaveAttribute('aria-disabled', 'true');
  press('Reset');
  expect(shown()).toHaveValue(0);
  await pass(1_000);
  expect(shown()).toHaveValue(0);
});

test('undo and redo move an index over the changes, and a new change ends what could be redone', () => {
  const add = (word: string) => ({ kind: 'add', word }) as const;
  let model = [add('one'), add('two'), add('three')].reduce(decide, empty);
  model = decide(model, { kind: 'remove', place: 1, word: 'two' });
  expect([wordsOf(model), model.at]).toEqual([['one', 'three'], 4]);
  model = decide(decide(model, { kind: 'undo' }), { kind: 'undo' });
  expect([wordsOf(model), model.at, model.changes.length]).toEqual([['one', 'two'], 2, 4]);
  expect(wordsOf(decide(model, { kind: 'redo' }))).toEqual(['one', 'two', 'three']);
  const other = decide(model, add('four'));
  expect([wordsOf(other), other.changes.length]).toEqual([['one', 'two', 'four'], 3]);
  expect(decide(other, { kind: 'redo' })).toBe(other);
  expect(decide(empty, { kind: 'undo' })).toBe(empty);
});

test('words are added, taken away, and brought back by buttons and by keys', async () => {
  const user = userEvent.setup();
  render(<UndoableWords />, { wrapper: MantineProvider });
  const words = () => {
    const list = screen.queryByRole('list', { name: 'Words' });
    return list
      ? within(list)
          .getAllByRole('listitem')
          .map(item => item.firstChild?.textContent)
      : [];
  };
  await user.type(screen.getByRole('textbox', { name: 'Word' }), 'alpha{Enter}beta{Enter}');
  expect(words()).toEqual(['alpha', 'beta']);
  await user.click(screen.getByRole('button', { name: 'Remove “alpha”' }));
  expect(words()).toEqual(['beta']);
  await user.keyboard('{Control>}z{/Control}');
  expect(words()).toEqual(['alpha', 'beta']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(words()).toEqual(['alpha']);
  expect(screen.getByRole('status')).toHaveTextContent('At change 1 of 3');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(words()).toEqual(['alpha', 'beta']);
});
