// covers: [PUSH-01, PUSH-04, EVT-06]
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, profileMenu, shownNumbers } from './browser';
import { setUpAndSignIn } from './fixture';
import { Server } from './server';

let server: Server;
let browser: Browser;
let tabs: Page[];
const faults: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await openBrowser();
  const context = await browser.newContext();
  const first = await openTab(context, faults);
  await setUpAndSignIn(server, first);
  const second = await openTab(context, faults);
  await second.goto(`${server.origin}/ui/session-activity?view=records`);
  await second.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  tabs = [first, second];
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

test('after kill -9 both tabs go on by themselves, and a half-typed form is still there', async () => {
  const [first, second] = tabs;
  if (!first || !second) throw new Error('two tabs are open');
  await profileMenu(first).click();
  await first.getByRole('menuitem', { name: 'Change password' }).click();
  await first.getByLabel('Current password', { exact: true }).fill('half a passw');
  await server.kill('SIGKILL');
  for (const tab of tabs) await tab.getByText('Reconnecting…').first().waitFor();
  await server.run();
  for (const tab of tabs) {
    await tab.getByText('Live', { exact: true }).first().waitFor();
  }
  expect(await first.getByLabel('Current password', { exact: true }).inputValue()).toBe('half a passw');
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(async () => {
      const numbers = await shownNumbers(second);
      const top = numbers[0] ?? 0;
      return numbers.length > 10 && numbers.every((number, index) => number === top - index);
    })
    .toBe(true);
  expect(faults).toEqual([]);
});
