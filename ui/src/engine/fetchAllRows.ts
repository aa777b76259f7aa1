import type { PageQuery } from '@/generated/api';

/** Rows of one request; the server's limit. */
const ROWS = 1_000;
/** The limit of requests; longer lists are truncated. */
const PARTS_MAX = 100;

/** Reads all rows of a list that the server returns in pages, each after the last row of the one before. */
export async function fetchAllRows<T>(
  part: (page: PageQuery) => Promise<readonly T[]>,
  keyOf: (row: T) => string,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let number = 0; number < PARTS_MAX; number++) {
    const last = all.at(-1);
    const rows = await part(last === undefined ? { limit: ROWS } : { limit: ROWS, after: keyOf(last) });
    all.push(...rows);
    if (rows.length < ROWS) break;
  }
  return all;
}
