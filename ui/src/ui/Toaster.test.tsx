// covers: [NOTE-01]
import { MantineProvider } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notificationMs } from '@/generated/constants';
import { notify, type Toast, toasts } from './notify';
import { Toaster } from './Toaster';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider>
      <Toaster />
    </MantineProvider>,
  );
});

afterEach(() => {
  const { notifications: all, queue } = notificationsStore.getState();
  act(() => {
    for (const { id } of [...all, ...queue]) if (id) notifications.hide(id);
  });
  toasts.set([]);
  vi.useRealTimers();
});

/** How long one that is over takes to fade away. */
const FADING_MS = 250;

const say = (text: string, severity: Toast['severity']) => act(() => notify({ text, severity }));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = (text: string) => screen.queryByText(text) !== null;
// what fades is still on the page, but it is over
const over = (text: string) =>
  !notificationsStore.getState().notifications.some(({ message }) => message === text);
const boxOf = (text: string, role: 'status' | 'alert') => {
  const box = screen.getAllByRole(role).find(each => each.textContent?.includes(text));
  if (!box) throw new Error(`'${text}' is no ${role}`);
  return box;
};

test('only an error of its own is red, and not that a page led elsewhere', () => {
  const colour = (text: string) => boxOf(text, 'alert').style.getPropertyValue('--notification-color');
  act(() => notify({ text: 'failed', severity: 'error' }));
  act(() => notify({ text: 'led elsewhere', severity: 'error', redirect: true }));
  expect(colour('failed')).toContain('red');
  expect(colour('led elsewhere')).toContain('petrol');
});

test('the durations are those of the documents', () => {
  expect(notificationMs).toEqual({ error: 4_500, info: 3_000 });
});

test.each(['info', 'error'] as const)(
  'one of severity %s is there for exactly as long as it is to be',
  severity => {
    say('Something happened.', severity);
    wait(notificationMs[severity] - 1);
    expect(shown('Something happened.')).toBe(true);
    expect(over('Something happened.')).toBe(false);
    wait(1);
    expect(over('Something happened.')).toBe(true);
    wait(FADING_MS);
    expect(shown('Something happened.')).toBe(false);
  },
);

test('an information is announced when there is a pause, an error at once', () => {
  say('Saved.', 'info');
  say('Not saved.', 'error');
  // a status waits for its turn by itself; an alert does not
  expect(boxOf('Saved.', 'status')).toBeInTheDocument();
  expect(screen.queryAllByRole('status').some(box => box.textContent?.includes('Not saved.'))).toBe(false);
  expect(boxOf('Not saved.', 'alert')).toBeInTheDocument();
});

test('hovering over a notification pauses its timeout, which starts over afterwards', () => {
  say('Long to read.', 'info');
  wait(notificationMs.info - 1);
  const box = boxOf('Long to read.', 'status');
  fireEvent.mouseEnter(box);
  wait(10 * notificationMs.info);
  expect(over('Long to read.')).toBe(false);
  fireEvent.mouseLeave(box);
  wait(notificationMs.info - 1);
  expect(over('Long to read.')).toBe(false);
  wait(1);
  expect(over('Long to read.')).toBe(true);
});

test('so does keyboard focus', () => {
  say('Not saved.', 'error');
  const close = boxOf('Not saved.', 'alert').querySelector('button');
  if (!close) throw new Error('it cannot be closed');
  expect(close).toHaveAccessibleName('Close');
  wait(notificationMs.error - 1);
  act(() => close.focus());
  wait(10 * notificationMs.error);
  expect(over('Not saved.')).toBe(false);
  act(() => close.blur());
  wait(notificationMs.error - 1);
  expect(over('Not saved.')).toBe(false);
  wait(1);
  expect(over('Not saved.')).toBe(true);
});

test('it can be closed before its time', () => {
  say('Not saved.', 'error');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(over('Not saved.')).toBe(true);
  wait(FADING_MS);
  expect(shown('Not saved.')).toBe(false);
});

test('the newest is shown at once, and the oldest that needs nothing makes place for it', () => {
  act(() => notify({ text: 'Deleted.', severity: 'info', action: { label: 'Undo', run: () => {} } }));
  say('Not saved.', 'error');
  for (const name of ['One', 'Two', 'Three']) say(`${name} was saved.`, 'info');
  // while the pointer rests on one of them none of them runs out
  fireEvent.mouseEnter(boxOf('Three was saved.', 'status'));
  say('Four was saved.', 'info');
  const texts = ['Deleted.', 'Not saved.', 'Three was saved.', 'Four was saved.'];
  for (const text of texts) expect(shown(text)).toBe(true);
  expect(notificationsStore.getState().notifications).toHaveLength(texts.length);
  expect(notificationsStore.getState().queue).toEqual([]);
});

test('what it offers can be done once, and the focus goes back to where it was', async () => {
  const run = vi.fn();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  say('Not saved.', 'error');
  act(() => notify({ text: 'Deleted.', severity: 'info', action: { label: 'Undo', run } }));
  const undo = screen.getByRole('button', { name: 'Undo' });
  // with the Tab key, over the notification before
  act(() => boxOf('Not saved.', 'alert').querySelector('button')?.focus());
  act(() => undo.focus());
  fireEvent.click(undo);
  await act(async () => {});
  expect(over('Deleted.')).toBe(true);
  expect(field).toHaveFocus();
  fireEvent.click(undo);
  expect(run).toHaveBeenCalledTimes(1);
  field.remove();
});
