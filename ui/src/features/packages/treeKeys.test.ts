import { expect, test } from 'vitest';
import { moveOf } from './treeKeys';

test.each([
  ['ArrowRight', false, false, 'turn'],
  ['ArrowRight', true, false, 'next'],
  ['ArrowLeft', true, false, 'turn'],
  ['ArrowLeft', false, false, 'parent'],
  // the other way round where the page is
  ['ArrowLeft', false, true, 'turn'],
  ['ArrowRight', false, true, 'parent'],
  ['ArrowDown', true, true, 'next'],
  ['ArrowUp', false, false, 'previous'],
  ['Home', false, false, 'first'],
  ['End', false, false, 'last'],
  ['x', false, false, null],
] as const)(
  '%s on an entry that is open (%s), from right to left (%s), is %s',
  (key, isOpen, isRtl, move) => {
    expect(moveOf(key, isOpen, isRtl)).toBe(move);
  },
);
