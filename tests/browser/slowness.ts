/**
 * By which factor each tab is slowed down; 1 by default. `npm run test:all` also runs every test in slow tabs, which
 * finds what holds only while a tab is faster than its test.
 */
export const SLOWNESS = Number(process.env.WAYBILL_SLOWNESS) || 1;

/** How long a test waits for what is to come, in milliseconds: speed is not tested here. */
export const PATIENCE_MS = 30_000 * SLOWNESS;
