/** Whether every case runs: `npm run test:all` sets it. `npm test` runs a fixed sample of the programmes that are long. */
export const WHOLE = process.env.WAYBILL_WHOLE === '1';

/** All of a list, or its first entry and every `nth` after it. */
export const sampleOf = <T>(all: readonly T[], nth: number): readonly T[] =>
  WHOLE ? all : all.filter((_, at) => at % nth === 0);
