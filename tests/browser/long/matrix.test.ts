// What the machine says about who gets where, seen in a real browser: an administrator uses view-as and opens
// addresses in fresh tabs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from '../browser';
import { setUpAndSignIn } from '../fixture';
import { type Cell, matrixOf } from '../matrix';
import { Server } from '../server';
import { SLOWNESS } from '../slowness';
import { viewAs } from '../viewAs';

const faults: string[] = [];
let server: Server;
let browser: Browser;

/** The installation of docs/who-gets-where.md. */
const INSTALLATION = join(import.meta.dirname, '../../../docs/who-gets-where.toml');

beforeAll(async () => {
  server = await Server.start(readFileSync(INSTALLATION, 'utf8'));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const VIEWS = 14;
const ROUTES_A_VIEW = 18;

/**
 * A sample that is the same every time: so many views, spread over all of them, and so many routes for each, in turn,
 * so that every route is seen several times.
 */
function sample(asked: Cell[]): Map<string, Cell[]> {
  const views = [...new Set(asked.map(viewOf))];
  // a step that shares no factor with the number of views meets every role, licence and flavour
  const chosen = Array.from({ length: VIEWS }, (_, at) => views[(at * 25) % views.length] ?? '');
  const routes = [...new Set(asked.map(cell => cell.route))];
  let next = 0;
  return new Map(
    chosen.map(view => {
      const wanted = Array.from({ length: ROUTES_A_VIEW }, () => routes[next++ % routes.length]);
      return [view, asked.filter(cell => viewOf(cell) === view && wanted.includes(cell.route))];
    }),
  );
}

const viewOf = (cell: Cell) => `${cell.role} ${cell.licence} ${cell.flavour}`;

/** Opens an address in a tab that the server has never seen, and returns where it ends up. */
async function open(page: Page, path: string): Promise<string> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${server.origin}/ui${path}`, { waitUntil: 'commit' });
  // nothing of a page is drawn before the guards have answered
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const { pathname, search } = new URL(page.url());
  return pathname.replace(/^\/ui/, '') + search;
}

// covers: [ROUTE-01, ROUTE-03, ROUTE-04, DET-01, NAV-10]
test('fresh tabs end up where the machine says, whoever looks', { timeout: 900_000 * SLOWNESS }, async () => {
  const chosen = sample(matrixOf(server, '--config', INSTALLATION));
  const context = await browser.newContext();
  const control = await openTab(context, faults);
  await setUpAndSignIn(server, control);
  const pages = [await openTab(context, faults), await openTab(context, faults)];
  for (const page of pages) await page.goto(`${server.origin}/ui/session-activity`);
  const wrong: string[] = [];
  let seen = 0;
  for (const cells of chosen.values()) {
    const [first] = cells;
    if (!first) continue;
    const { role, licence, flavour } = first;
    await viewAs(control, { role, licence, flavour });
    const left = [...cells];
    const walk = async (page: Page) => {
      for (let cell = left.shift(); cell; cell = left.shift()) {
        const came = await open(page, cell.path);
        if (came !== cell.to) wrong.push(`${viewOf(cell)}: ${cell.path} led to ${came}, not to ${cell.to}`);
        seen += 1;
      }
    };
    // what one of them waits for, the other has the time for
    await Promise.all(pages.map(walk));
  }
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThanOrEqual(200);
  expect(faults).toEqual([]);
});
