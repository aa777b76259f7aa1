// The console works in a browser without storage, or with full storage.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from './browser';
import { setUpAndSignIn } from './fixture';
import { Server } from './server';

let server: Server;
let browser: Browser;
let context: BrowserContext;
const faults: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await openBrowser();
  context = await browser.newContext();
  await setUpAndSignIn(server, await openTab(context, faults));
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const obstacles = {
  blocked: () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
};

for (const [name, obstacle] of Object.entries(obstacles)) {
  test(`storage that is ${name} keeps nobody from working`, async () => {
    const page = await openTab(context, faults);
    await page.addInitScript(obstacle);
    await page.goto(`${server.origin}/ui/session-activity`);
    await page.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
    // each of these would keep something: where the tab was, the sidebar, the colours, a column of a table
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await page.getByRole('link', { name: 'Packages' }).first().click();
    await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
    await page.goto(`${server.origin}/ui/admin/management/users`);
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.getByRole('grid').getByText('ann').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
}
