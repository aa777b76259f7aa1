/** So many rows are asked for at once, which is the most that a list tells. */
const ROWS = 1_000;
/** A list that is longer is shown as far as this. */
const PARTS_MAX = 100;

/** Reads a list that the server tells in parts, from its first row to its last. */
export async function fetchAllRows<T>(part: (query: string) => Promise<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let number = 0; number < PARTS_MAX; number++) {
    const rows = await part(`offset=${number * ROWS}&limit=${ROWS}`);
    all.push(...rows);
    if (rows.length < ROWS) break;
  }
  return all;
}
