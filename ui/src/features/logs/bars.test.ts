import { expect, test } from 'vitest';
import { barsOf } from './bars';

const bucket = { error: 0, warn: 0, info: 0, debug: 0, other: 0, found: 0 };

// covers: [LOGV-03]
test('bars follow each other without a gap, and the smallest stays visible', () => {
  const from = '2026-01-01T10:00:00.000Z';
  const buckets = [{ ...bucket, info: 10_000 }, bucket, { ...bucket, error: 1 }];
  const bars = barsOf({ from, step_ms: 60_000, buckets });
  expect(bars.map(bar => bar.height)).toEqual([100, 0, 8]);
  expect(bars.map(bar => bar.from.slice(11, 19))).toEqual(['10:00:00', '10:01:00', '10:02:00']);
  expect(bars[0]?.to).toBe('2026-01-01T10:00:59.999Z');
  expect(barsOf({ from: null, step_ms: 1_000, buckets: [] })).toEqual([]);
});
