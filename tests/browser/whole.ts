/**
 * Whether every case runs, as in `npm run test:all` and for a gallery. `npm test` runs a fixed sample of the tests that
 * take long.
 */
export const WHOLE = process.env.WAYBILL_WHOLE === '1' || Boolean(process.env.WAYBILL_GALLERY);

/** The places and entries of a list: of all of it, or of its first entry and every third after it. */
export const sampleOf = <T>(all: readonly T[]): [number, T][] =>
  [...all.entries()].filter(([at]) => WHOLE || at % 3 === 0);
