/**
 * So many times slower than it could each tab computes; 1 as long as nobody asks for more. `npm run test:all` also tells
 * every story to slow tabs: what only holds while a tab is quicker than its tester is found by that.
 */
export const SLOWNESS = Number(process.env.WAYBILL_SLOWNESS) || 1;
