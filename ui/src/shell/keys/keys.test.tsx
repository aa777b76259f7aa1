import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSingleKeys } from './keyboard';
import { type ShortcutId, shortcutIds, specOf } from './shortcuts';
import { useShortcuts } from './useShortcuts';

afterEach(() => setSingleKeys(true));

function setUp(ids: ShortcutId[]) {
  const ran = vi.fn<(id: ShortcutId) => void>();
  function Bound() {
    useShortcuts(Object.fromEntries(ids.map(id => [id, () => ran(id)])));
    return (
      <>
        <input aria-label="field" />
        <textarea aria-label="text" />
        <select aria-label="choice" />
        <section contentEditable="true" suppressContentEditableWarning aria-label="rich" tabIndex={-1} />
        <div role="dialog" aria-label="dialog">
          <button type="button">inside</button>
        </div>
        <button type="button">outside</button>
      </>
    );
  }
  render(<Bound />);
  return { ran, user: userEvent.setup() };
}

test('no two shortcuts have the same keys, and none begins with the whole of another', () => {
  const keys = shortcutIds.filter(id => !specOf(id).bound).map(id => specOf(id).keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const one of keys) expect(keys.filter(other => other.startsWith(`${one} `))).toEqual([]);
});

test('a key, a key with Ctrl and two keys in a row each do what the table says', async () => {
  const { ran, user } = setUp(['help', 'palette', 'goPackages', 'pause']);
  await user.keyboard('?');
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('gp');
  expect(ran.mock.calls.flat()).toEqual(['help', 'palette', 'goPackages']);
  await user.keyboard('p');
  expect(ran).toHaveBeenLastCalledWith('pause');
});

test.each(['field', 'text', 'choice', 'rich'])('typing into the %s runs no shortcut', async label => {
  const { ran, user } = setUp(['help', 'sidebar', 'goPackages', 'pause', 'palette']);
  screen.getByLabelText(label).focus();
  await user.keyboard('?[[gp');
  expect(ran).not.toHaveBeenCalled();
  // this one is no letter, so it works even there
  await user.keyboard('{Control>}k{/Control}');
  expect(ran).toHaveBeenCalledExactlyOnceWith('palette');
});

test('a dialog keeps its keys to itself, and single keys can be turned off', async () => {
  const { ran, user } = setUp(['pause']);
  screen.getByRole('button', { name: 'inside' }).focus();
  await user.keyboard('p');
  expect(ran).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'outside' }).focus();
  setSingleKeys(false);
  await user.keyboard('p');
  expect(ran).not.toHaveBeenCalled();
  setSingleKeys(true);
  await user.keyboard('p');
  expect(ran).toHaveBeenCalledOnce();
});

test('a second key that comes too late is a first key', async () => {
  const { ran } = setUp(['goPackages', 'pause']);
  const press = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.body.dispatchEvent(event);
  };
  press('g', 1_000);
  press('p', 9_000);
  expect(ran).toHaveBeenCalledExactlyOnceWith('pause');
});

test('the letters of another alphabet count as those that are printed beside them', () => {
  const { ran } = setUp(['goPackages']);
  for (const [key, code] of [
    ['ل', 'KeyG'],
    ['ح', 'KeyP'],
  ] as const)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
  expect(ran).toHaveBeenCalledExactlyOnceWith('goPackages');
});
