import type { Page } from 'playwright-core';

/** As much of a page may move by itself as is hardly seen. */
export const SHIFT_MAX = 0.02;

interface Shift {
  value: number;
  what: string;
}

/** Has the answers come one after the other, as they do over a network. */
export const delayAnswers = (page: Page) =>
  page.route('**/ui/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, 150));
    // the page may be gone by then
    await route.continue().catch(() => {});
  });

/** Has a tab note from its next load on what moves by itself. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({ value, what: sources.map(({ node }) => (node as Element)?.className).join(' ') });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How much of a page has moved by itself since it was loaded, if that is too much. */
export async function tooMuchMoved(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum <= SHIFT_MAX) return [];
  const parts = shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join(', ');
  return [`${sum.toFixed(3)} of the page moved: ${parts}`];
}
