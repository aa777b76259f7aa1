// Every route's page at five widths and at 200 % zoom: it has one scroll bar at most.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser';
import { inside, leave, NO_FACTOR } from './fixture';
import { drawn } from './pictures';
import { scrollers } from './scrollBars';
import type { Server } from './server';
import { SLOWNESS } from './slowness';

/** The last one is a window of 1440 x 900 at 200 %. */
const WINDOWS = [
  [1920, 1080],
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [720, 450],
] as const;

interface Cell {
  path: string;
  role: string;
  licence: string;
  flavour: string;
  outcome: string;
}

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["artifact_browser"]\n';
  ({ server, page } = await inside(browser, settings + NO_FACTOR, faults));
});

afterAll(async () => {
  await leave({ server, page });
  await browser.close();
});

function paths(): string[] {
  const lines = server.ask('chart', 'matrix', '--json', '--config', server.config).trim().split('\n');
  const cells = lines.map(line => JSON.parse(line) as Cell);
  const reached = cells.filter(
    ({ role, licence, flavour, outcome }) =>
      role === 'admin' && licence === 'ENTERPRISE_PLUS' && flavour === 'standard' && outcome === 'entered',
  );
  return [...new Set(reached.map(cell => cell.path))];
}

/** The windows in which a page has more scroll bars than one. */
async function secondBars(): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const bars = await scrollers(page);
    if (bars.length > 1) found.push(`${page.url()} at ${width} x ${height}: ${bars.join(', ')}`);
  }
  return found;
}

// covers: [ROUTE-01, FORM-01]
test('no page has a second scroll bar', { timeout: 600_000 * SLOWNESS }, async () => {
  const found: string[] = [];
  const all = paths();
  expect(all.length).toBeGreaterThan(50);
  for (const path of all) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.origin}/ui${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await drawn(page);
    found.push(...(await secondBars()));
  }
  expect(found).toEqual([]);
});

// covers: [LOGV-03]
test('a long log is what scrolls, and shows at least ten lines at 200 %', async () => {
  const path = join(server.data, 'log', 'event', 'event-service.log');
  appendFileSync(path, 'a line of a long log\n'.repeat(2_000));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/ui/admin/monitoring/system_logs?service=event`);
  const log = page.getByRole('log');
  await log.getByText('a line of a long log').first().waitFor();
  expect(await secondBars()).toEqual([]);
  const box = await log.boundingBox();
  expect(box?.height).toBeGreaterThan(200);
});
