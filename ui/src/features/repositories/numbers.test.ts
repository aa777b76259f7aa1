// The numbers of settings of repositories: one that the server could not read is a problem of its field.
import { expect, test } from 'vitest';
import { hasWrongNumber, type NumberName, numberProblem } from './policyNumbers';
import { isQuota, quotaOf, quotaText } from './quota';

const sound = { keepLast: '3', createdBefore: '', unused: '90', duration: '60' };

test('a policy has whole numbers within the limits of the server, or none', () => {
  expect(hasWrongNumber(sound)).toBe(false);
  const wrong: [NumberName, string][] = [
    ['keepLast', '10001'],
    ['createdBefore', '99999999999'],
    ['unused', '-1'],
    ['unused', '1.5'],
    ['duration', ''],
    ['duration', '0'],
    ['duration', '1441'],
  ];
  for (const [name, typed] of wrong)
    expect(hasWrongNumber({ ...sound, [name]: typed }), `${name} ${typed}`).toBe(true);
  expect(numberProblem('keepLast', 'many')).toBe('Enter a whole number up to 10,000, or nothing.');
  expect(numberProblem('duration', '1441')).toBe('Enter a whole number from 1 to 1,440.');
});

test('a quota is a number of bytes that JSON can have, or none', () => {
  expect(['', ' ', '0.5', '1', '4096'].map(quotaOf)).toEqual([0, 0, 524_288, 1_048_576, 4_294_967_296]);
  for (const typed of ['', '1', '0.5', quotaText(1), quotaText(1_000_000)])
    expect(isQuota(typed), typed).toBe(true);
  for (const typed of ['0', '-1', 'x', 'Infinity', '1e300', '8589934592'])
    expect(isQuota(typed), typed).toBe(false);
  expect(quotaText(null)).toBe('');
});
