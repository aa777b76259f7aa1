// covers: [LOGIN-04]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, setUpAndSignIn } from './browser';
import { Server } from './server';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const faults: string[] = [];
let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** What axe finds on a page, as short sentences; and whether the page is wider than its window. */
async function flaws(page: Page): Promise<string[]> {
  // The policy of the page forbids foreign scripts, so axe comes in by the debugger's door.
  const found = await page.evaluate(`(async () => {
    ${axe}
    const report = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    const flaws = report.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', '));
    if (document.documentElement.scrollWidth > window.innerWidth) flaws.push('the page scrolls sideways');
    return flaws;
  })()`);
  return found as string[];
}

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

async function look(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(300);
    found.push(...(await flaws(page)).map(flaw => `${name}, ${colorScheme}, ${width}: ${flaw}`));
    const shots = process.env.WAYBILL_SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png` });
  }
  expect(found).toEqual([]);
}

test('every page is accessible in both schemes and at both widths', async () => {
  const page = await openTab(await browser.newContext(), faults);
  await page.goto(server.setupLink);
  await page.getByRole('heading', { name: 'Set up Waybill' }).waitFor();
  await look(page, 'set-up');
  await page.setViewportSize({ width: 1440, height: 900 });
  await setUpAndSignIn(server, page);
  await look(page, 'session-activity');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /ann/ }).click();
  await page.getByRole('menuitem', { name: 'Signed-in sessions' }).click();
  await page.getByRole('dialog', { name: 'Signed-in sessions' }).waitFor();
  await look(page, 'sessions');
  await page.goto(`${server.origin}/ui/nowhere`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look(page, 'not-found');
  const visitor = await openTab(await browser.newContext(), faults);
  await visitor.goto(`${server.origin}/ui/session-activity`);
  await visitor.getByRole('heading', { name: 'Log in' }).waitFor();
  await look(visitor, 'login');
  expect(faults).toEqual([]);
});
