// Every address of the console for each role: a page opens, none of its requests fails, and the browser's console has no
// error. In Arabic on a phone as well.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab } from '../browser';
import { failedRequests } from '../failedRequests';
import { call, inside, joined, NO_FACTOR } from '../fixture';
import { addressesOf, type Cell } from '../matrix';
import { drawn } from '../pictures';
import { scrollFaults } from '../scrollBars';
import type { Server } from '../server';
import { delayAnswers, tooMuchMoved, watchShifts } from '../shifts';
import { SLOWNESS } from '../slowness';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let admin: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["artifact_browser", "tested"]\n';
  ({ server, page: admin } = await inside(browser, settings + NO_FACTOR, faults));
  // whom the addresses of single users name
  await call(server, admin, 'access/api/ui/users', { name: 'example' });
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** How many tabs share the addresses: what one of them waits for, the others have the time for. */
const TABS = 3;

/** Opens addresses from a list until it is empty, and collects what is wrong with their pages. */
async function crawl(tab: Page, left: Cell[], found: string[]): Promise<void> {
  const failed = failedRequests(tab);
  for (let cell = left.shift(); cell; cell = left.shift()) {
    await tab.goto(`${server.origin}/ui${cell.path}`);
    await tab.getByRole('heading', { level: 1 }).first().waitFor();
    await drawn(tab);
    const wrong = [...(await tooMuchMoved(tab)), ...(await scrollFaults(tab)), ...failed.splice(0)];
    for (const each of wrong) found.push(`${cell.path}: ${each}`);
  }
}

/** What shows each act of the session, which other tabs would move, and what ends it: opened last, and one by one. */
const ALONE = ['/session-activity', '/logout'];

/** Opens every address of a role in a tab of each context. */
async function crawlAll(role: 'admin' | 'user' | 'anonymous', contexts: BrowserContext[]): Promise<string[]> {
  const cells = addressesOf(server, role);
  expect(cells.length).toBeGreaterThan(70);
  const found: string[] = [];
  const isAlone = ({ path }: Cell) => ALONE.includes(path);
  const left = cells.filter(cell => !isAlone(cell));
  const tabs = await Promise.all(contexts.map(context => openTab(context, faults)));
  for (const tab of tabs) {
    await delayAnswers(tab);
    await watchShifts(tab);
  }
  await Promise.all(tabs.map(tab => crawl(tab, left, found)));
  for (const tab of tabs.splice(1)) await tab.close();
  for (const tab of tabs) await crawl(tab, cells.filter(isAlone), found);
  for (const context of new Set(contexts)) await closeTabs(context);
  return found;
}

// covers: [ROUTE-01, BOOT-06]
test('no address fails a visitor', { timeout: 600_000 * SLOWNESS }, async () => {
  // a session without sign-in may record only so much
  const contexts = await Promise.all(Array.from({ length: TABS }, () => browser.newContext()));
  expect(await crawlAll('anonymous', contexts)).toEqual([]);
});

// covers: [ROUTE-01, BOOT-06]
test('no address fails a user', { timeout: 600_000 * SLOWNESS }, async () => {
  const bob = await joined(browser, server, admin, 'bob', faults);
  expect(await crawlAll('user', Array(TABS).fill(bob.context()))).toEqual([]);
});

// covers: [ROUTE-01, BOOT-06]
test('no address fails an administrator who reads Arabic on a phone', {
  timeout: 600_000 * SLOWNESS,
}, async () => {
  const context = await browser.newContext({
    storageState: await admin.context().storageState(),
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript(() => localStorage.setItem('waybill.language', 'ar'));
  expect(await crawlAll('admin', Array(TABS).fill(context))).toEqual([]);
});

test('the console of the browser has no error', () => {
  expect(faults).toEqual([]);
});
