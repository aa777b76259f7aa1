/**
 * By which factor each tab is slowed down; 1 by default. `npm run test:all` also runs every test in slow tabs, which
 * finds what holds only while a tab is faster than its test.
 */
export const SLOWNESS = Number(process.env.WAYBILL_SLOWNESS) || 1;
