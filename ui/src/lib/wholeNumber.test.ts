import { expect, test } from 'vitest';
import { wholeNumber } from './wholeNumber';

test('a whole number within its bounds is taken', () => {
  const numbers = ['0', '7', ' 42 ', '007', '65535'].map(typed => wholeNumber(typed, 0, 65_535));
  expect(numbers).toEqual([0, 7, 42, 7, 65_535]);
});

test('what is out of range or no whole number is not changed into one that fits', () => {
  for (const typed of ['', ' ', '-1', '+1', '65536', '70000', '000000443', '8.5', '1e3', '0x50', 'many'])
    expect(wholeNumber(typed, 0, 65_535), typed).toBeNull();
  expect(wholeNumber('0', 1, 65_535)).toBeNull();
});
