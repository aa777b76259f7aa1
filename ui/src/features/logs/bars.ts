import type { LogBucket, LogDensity } from '@/generated/api';

/** A bar of the chart. */
export interface Bar {
  /** Its first moment, and its last one. */
  from: string;
  to: string;
  bucket: LogBucket;
  /** In percent of the highest. */
  height: number;
}

/** What stays visible of the smallest bar, in percent. */
const LEAST = 8;

/** The bars of a density. Heights grow with the square root, so that single errors are seen beside many lines. */
export function barsOf({ from, step_ms: step, buckets }: LogDensity): readonly Bar[] {
  if (from === null) return [];
  const start = Date.parse(from);
  const linesOf = ({ error, warn, info, debug, other }: LogBucket) => error + warn + info + debug + other;
  const most = Math.max(1, ...buckets.map(linesOf));
  return buckets.map((bucket, index) => {
    const lines = linesOf(bucket);
    const begin = start + index * step;
    return {
      from: new Date(begin).toISOString(),
      to: new Date(begin + step - 1).toISOString(),
      bucket,
      height: lines === 0 ? 0 : Math.max(LEAST, Math.round(100 * Math.sqrt(lines / most))),
    };
  });
}
