import { expect, test } from 'vitest';
import type { PageQuery } from '@/generated/api';
import { fetchAllRows } from './fetchAllRows';

const rows = (count: number) => Array.from({ length: count }, (_, at) => at);

test('a list is read part for part until one is not full', async () => {
  const requested: PageQuery[] = [];
  const parts = [rows(1_000), rows(1_000), rows(3)];
  const all = await fetchAllRows(page => {
    requested.push(page);
    return Promise.resolve(parts[requested.length - 1] ?? []);
  }, String);
  expect(all).toHaveLength(2_003);
  expect(requested).toEqual([
    { limit: 1_000 },
    { limit: 1_000, after: '999' },
    { limit: 1_000, after: '999' },
  ]);
});

test('a list without an end is read as far as it can be shown', async () => {
  const all = await fetchAllRows(() => Promise.resolve(rows(1_000)), String);
  expect(all).toHaveLength(100_000);
});
