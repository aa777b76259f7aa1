import type { PageQuery } from '@/generated/api';

/** Rows of one request; the server's limit. */
const ROWS = 1_000;
/** The limit of requests; longer lists are truncated. */
const PARTS_MAX = 100;

/** Reads all rows of a list that the server returns in pages. */
export async function fetchAllRows<T>(
  part: (page: Required<PageQuery>) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let number = 0; number < PARTS_MAX; number++) {
    const rows = await part({ offset: number * ROWS, limit: ROWS });
    all.push(...rows);
    if (rows.length < ROWS) break;
  }
  return all;
}
