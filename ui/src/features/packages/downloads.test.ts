import { expect, test } from 'vitest';
import { barPx } from './Downloads';

test('a bar is as high as its share, and one download can be seen', () => {
  expect(barPx(0, 0)).toBe(0);
  expect(barPx(0, 10)).toBe(0);
  expect(barPx(10, 10)).toBe(36);
  expect(barPx(5, 10)).toBe(18);
  expect(barPx(1, 1_000_000)).toBe(2);
});
