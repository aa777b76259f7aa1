// covers: [PUSH-03]
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, profileMenu } from './browser';
import { setUpAndSignIn } from './fixture';
import { Server } from './server';
import { SLOWNESS } from './slowness';

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

test('a tab of an older build keeps what was typed, says that it is old, and reloads when nothing is lost by it', async () => {
  const page = await openTab(await browser.newContext(), []);
  await setUpAndSignIn(server, page);
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const field = page.getByLabel('Current password', { exact: true });
  await field.fill('half a passw');
  // lost if the page is reloaded
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const isSame = () => page.evaluate(() => 'sameDocument' in globalThis);
  // the server that comes back is another one: it has been updated
  await page.route('**/ui/api/v1/session', async route => {
    // it is down in between, and then there is nothing to change
    const answer = await route.fetch().catch(() => null);
    if (answer === null) await route.abort();
    else await route.fulfill({ response: answer, json: { ...(await answer.json()), build: 'a later one' } });
  });
  await server.kill('SIGTERM');
  await server.run();
  await page.getByText('A new version of the console is ready').waitFor({ timeout: 30_000 * SLOWNESS });
  await page.getByRole('button', { name: 'Reload now' }).waitFor();
  expect(await field.inputValue()).toBe('half a passw');
  expect(await isSame()).toBe(true);
  await page.unroute('**/ui/api/v1/session');
  await field.fill('');
  await expect.poll(() => isSame().catch(() => true)).toBe(false);
  await page.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
});
