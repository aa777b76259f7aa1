import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, profileMenu, setUpAndSignInByForm } from './browser';
import { look } from './pictures';
import { Server } from './server';

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

test('every page is accessible in both schemes and at both widths', async () => {
  const page = await openTab(await browser.newContext(), faults);
  await page.goto(server.setupLink);
  await page.getByRole('heading', { name: 'Set up Waybill' }).waitFor();
  await look(page, 'set-up');
  await page.setViewportSize({ width: 1440, height: 900 });
  await setUpAndSignInByForm(server, page);
  await look(page, 'session-activity');
  await page.getByRole('radio', { name: 'Records' }).check();
  await look(page, 'session-records');
  await page.setViewportSize({ width: 1440, height: 900 });
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Signed-in sessions' }).click();
  await page.getByRole('dialog', { name: 'Signed-in sessions' }).waitFor();
  await look(page, 'sessions');
  await page.goto(`${server.origin}/ui/nowhere`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look(page, 'not-found');
  const visitor = await openTab(await browser.newContext(), faults);
  await visitor.goto(`${server.origin}/ui/session-activity`);
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look(visitor, 'login');
  expect(faults).toEqual([]);
});
