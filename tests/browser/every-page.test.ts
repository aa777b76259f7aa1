// Every route's page, looked at by axe. `npm test` gives each page one look in turn; `npm run screenshots` gives each
// all four, and photographs them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, setUpAndSignIn } from './browser';
import { inspect, looksOf, wear } from './pictures';
import { ONE_STEP_EITHER_WAY, Server } from './server';
import { SLOWNESS } from './slowness';

interface Cell {
  route: string;
  path: string;
  role: string;
  licence: string;
  flavour: string;
  outcome: string;
}

const faults: string[] = [];
let server: Server;
let browser: Browser;

beforeAll(async () => {
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["artifact_browser", "tested"]\n';
  server = await Server.start(settings + ONE_STEP_EITHER_WAY);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** The addresses of the pages that can be reached. */
function pagesOf(cells: Cell[], role: string): Cell[] {
  return cells.filter(
    cell =>
      cell.role === role &&
      cell.licence === 'ENTERPRISE_PLUS' &&
      cell.flavour === 'standard' &&
      cell.outcome === 'entered',
  );
}

const fileOf = (route: string) => route.replaceAll(/[^\w-]+/g, '-');

/** Takes pages from a list until it is empty: several tabs that share one look at each page once. */
async function visit(page: Page, left: [number, Cell][], found: string[]): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [turn, cell] = next;
    const worn = looksOf(turn);
    // a page is opened in the first of its looks, and not in the last of the page before it
    for (const look of worn.slice(0, 1)) await wear(page, look);
    await page.goto(`${server.origin}/ui${cell.path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const name = `pages/${fileOf(cell.route)}`;
    for (const look of worn) found.push(...(await inspect(page, name, look)));
    const title = await page.title();
    if (!/^\S.* - Waybill$/.test(title)) found.push(`${cell.path}: its title is ${title}`);
  }
}

// covers: [ROUTE-01, ROUTE-03, ROUTE-04, BOOT-06]
test('every page is without flaws', { timeout: 1_200_000 * SLOWNESS }, async () => {
  const lines = server.ask('chart', 'matrix', '--json', '--config', server.config).trim().split('\n');
  const cells = lines.map(line => JSON.parse(line) as Cell);
  const inside = pagesOf(cells, 'admin');
  const outside = pagesOf(cells, 'anonymous').filter(
    cell => !inside.some(other => other.route === cell.route),
  );
  const found: string[] = [];
  const visitor = await openTab(await browser.newContext(), faults);
  await visit(visitor, [...outside.entries()], found);
  await closeTabs(visitor.context());
  const context = await browser.newContext();
  const page = await openTab(context, faults);
  await setUpAndSignIn(server, page);
  const left = inside.map((cell, at): [number, Cell] => [outside.length + at, cell]);
  // what one of them waits for, the other has the time for
  await Promise.all([page, await openTab(context, faults)].map(tab => visit(tab, left, found)));
  expect(found).toEqual([]);
  expect(inside.length + outside.length).toBeGreaterThan(65);
  expect(faults).toEqual([]);
});
