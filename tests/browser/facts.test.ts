// A tab that stays open while the server is started again with another configuration.
import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab } from './browser';
import { decided, heading, inside, leave, NO_FACTOR, open, records, whereIs } from './fixture';
import type { Server } from './server';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await leave({ server, page });
  await browser.close();
  expect(faults).toEqual([]);
});

// covers: [NAV-01, NAV-07, MENU-01, PUSH-01]
test('a tab that reconnects has the menu of the new configuration, and the guards go by it', async () => {
  await open(server, page, '/packages', 'Packages');
  const builds = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Builds' });
  await builds.waitFor();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await server.kill('SIGTERM');
  await page.getByText('Reconnecting…').first().waitFor();
  const settings = 'lightweight = true\nhidden_routes = ["builds"]\nservices = ["xray"]\n';
  writeFileSync(server.config, `[installation]\n${settings}${NO_FACTOR}`);
  await server.run();
  await page.getByText('Live', { exact: true }).first().waitFor();
  await builds.waitFor({ state: 'detached' });
  // the page was not reloaded: it received the change
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  const changes = (await records(page)).filter(({ event }) => event.type === 'facts_changed');
  expect(changes.map(({ event }) => (event.facts as { fact: string }[]).map(({ fact }) => fact))).toEqual([
    ['services', 'lightweight', 'hidden_routes'],
  ]);
  await page.goto(`${server.origin}/ui/builds`);
  await heading(page, 'Packages').waitFor();
  await expect.poll(() => whereIs(page)).toContain('/packages');
  expect((await decided(page, 'builds'))?.guards).toContain('menu_item_hidden');
});

// covers: [NAV-19]
test('an external address is what a visitor meets who is shut out', async () => {
  const elsewhere = `${server.origin}/elsewhere`;
  await server.kill('SIGTERM');
  writeFileSync(server.config, `[installation]\nexternal_redirect = "${elsewhere}"\n${NO_FACTOR}`);
  await server.run();
  const context = await browser.newContext();
  for (const path of ['/', '/packages']) {
    const tab = await openTab(context, faults);
    await tab.route(elsewhere, route => route.fulfill({ body: 'Elsewhere', contentType: 'text/plain' }));
    await tab.goto(`${server.origin}/ui${path}`);
    await tab.getByText('Elsewhere').waitFor();
    expect(tab.url()).toBe(elsewhere);
    await tab.close();
  }
  await closeTabs(context);
});
