// Every route's page: what it asks for and says in the browser's console, what moves while it loads, its scroll bars at
// five widths and at 200 % zoom, and what axe says. `npm test` gives each page one look in turn; `npm run screenshots`
// gives each all four, and photographs them.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab } from '../browser';
import { failedRequests } from '../failedRequests';
import { call, setUpAndSignIn } from '../fixture';
import { addressesOf, type Cell } from '../matrix';
import { drawn, inspect, looksOf } from '../pictures';
import { scrollFaultsOfAll } from '../scrollBars';
import { ONE_STEP_EITHER_WAY, Server } from '../server';
import { delayAnswers, tooMuchMoved, watchShifts } from '../shifts';
import { SLOWNESS } from '../slowness';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let inside: BrowserContext;
let page: Page;

beforeAll(async () => {
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["artifact_browser", "tested"]\n';
  server = await Server.start(settings + ONE_STEP_EITHER_WAY);
  browser = await openBrowser();
  inside = await browser.newContext();
  page = await openTab(inside, faults);
  await setUpAndSignIn(server, page);
  // whom the addresses of single users name
  await call(server, page, 'access/api/ui/users', { name: 'example' });
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const fileOf = (route: string) => route.replaceAll(/[^\w-]+/g, '-');

/** Opens a page, and returns its flaws. */
async function flawsOf(page: Page, failed: string[], turn: number, cell: Cell): Promise<string[]> {
  await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/ui${cell.path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await drawn(page);
  const found = await tooMuchMoved(page);
  const title = await page.title();
  if (!/^\S.* - Waybill$/.test(title)) found.push(`its title is ${title}`);
  found.push(...(await scrollFaultsOfAll(page)));
  for (const look of looksOf(turn)) found.push(...(await inspect(page, `pages/${fileOf(cell.route)}`, look)));
  // what went wrong while the page was open is its own
  return [...found, ...failed.splice(0)];
}

/** Takes pages from a list until it is empty: several tabs that share one look at each page once. */
async function visit(context: BrowserContext, left: [number, Cell][], found: string[]): Promise<void> {
  const tab = await openTab(context, faults);
  await delayAnswers(tab);
  await watchShifts(tab);
  const failed = failedRequests(tab);
  for (let next = left.shift(); next; next = left.shift()) {
    const [turn, cell] = next;
    for (const flaw of await flawsOf(tab, failed, turn, cell)) found.push(`${cell.path}: ${flaw}`);
  }
}

/** How many tabs share the pages: what one of them waits for, the others have the time for. */
const TABS = 3;

// covers: [ROUTE-01, ROUTE-03, ROUTE-04, BOOT-06, FORM-01]
test('every page is without flaws', { timeout: 1_200_000 * SLOWNESS }, async () => {
  const entered = (role: 'admin' | 'anonymous') =>
    addressesOf(server, role).filter(cell => cell.outcome === 'entered');
  const ofAdmin = entered('admin');
  const ofVisitor = entered('anonymous').filter(cell => !ofAdmin.some(({ route }) => route === cell.route));
  expect(ofAdmin.length + ofVisitor.length).toBeGreaterThan(65);
  const found: string[] = [];
  const visitAll = async (context: BrowserContext, cells: Cell[]) => {
    const left = [...cells.entries()];
    await Promise.all(Array.from({ length: TABS }, () => visit(context, left, found)));
  };
  const outside = await browser.newContext();
  await visitAll(outside, ofVisitor);
  await closeTabs(outside);
  await visitAll(inside, ofAdmin);
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

// covers: [LOGV-03]
test('a long log is what scrolls, and shows at least ten lines at 200 %', async () => {
  const path = join(server.data, 'log', 'event', 'event-service.log');
  appendFileSync(path, 'a line of a long log\n'.repeat(2_000));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/ui/admin/monitoring/system_logs?service=event`);
  const log = page.getByRole('log');
  await log.getByText('a line of a long log').first().waitFor();
  expect(await scrollFaultsOfAll(page)).toEqual([]);
  const box = await log.boundingBox();
  expect(box?.height).toBeGreaterThan(200);
  expect(faults).toEqual([]);
});
