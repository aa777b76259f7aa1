// Typing, menus and tabs never wait for the network: everything here happens while nothing arrives at all.
// covers: [PUSH-04]
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, profileMenu } from './browser';
import { setUpAndSignIn } from './fixture';
import { SlowNetwork } from './proxy.mjs';
import { ONE_STEP_EITHER_WAY, Server } from './server';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let network: SlowNetwork;

beforeAll(async () => {
  const port = await Server.freePort();
  network = await SlowNetwork.to(port);
  server = await Server.start(`public_url = "${network.origin}"\n${ONE_STEP_EITHER_WAY}`, port);
  browser = await openBrowser();
});

afterEach(() => {
  network.delayMs = 0;
  network.release();
});

afterAll(async () => {
  await browser.close();
  network.end();
  await server.end();
});

test('what the browser can do by itself it does while the network stands still', async () => {
  const page = await openTab(await browser.newContext(), faults);
  await setUpAndSignIn(server, page, network.origin);
  // what opens later comes in parts of its own, and they are here after the first time
  await profileMenu(page).click();
  const entry = page.getByRole('menuitem', { name: /log ?out/i });
  await entry.waitFor();
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });

  network.hold();
  await profileMenu(page).click();
  await entry.waitFor();
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  const filter = page.getByLabel('Search activity');
  await filter.fill('navigation');
  expect(await filter.inputValue()).toBe('navigation');
  // a guarded page is not entered before the server has answered
  const before = network.waiting;
  await page.getByRole('link', { name: 'Packages' }).first().click();
  await expect.poll(() => network.waiting).toBeGreaterThan(before);
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Session activity']);

  network.release();
  await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  expect(faults).toEqual([]);
});

test('a slow network changes nothing but the waiting', async () => {
  network.delayMs = 300;
  const page = await openTab(await browser.newContext(), faults);
  await page.goto(`${network.origin}/ui/login`);
  const name = page.getByLabel('User name', { exact: true });
  await name.fill('ann');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // pending at once, and what was typed stays while the answer is on its way
  expect(await name.inputValue()).toBe('ann');
  await page.getByRole('alert').first().waitFor();
  expect(faults).toEqual([]);
});
