// The whole way of a newcomer, on a narrow screen in Arabic: invited, a second factor, signed in, administrator of a
// project; and what they did, as sentences.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, type Factor, nextCode, openBrowser, openTab } from './browser';
import { call, open, setUpAndSignIn } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import { ONE_STEP_EITHER_WAY, Server } from './server';

const PASSWORD = 'seven blue staples 9';
const NARROW = { width: 390, height: 844 };
const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  server = await Server.start(ONE_STEP_EITHER_WAY);
  page = await openTab(await browser.newContext(), faults);
  await setUpAndSignIn(server, page);
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** Fills the field that has the focus, and goes on to the next one with the keyboard. */
async function type(tab: Page, text: string, ...keys: string[]): Promise<void> {
  await tab.keyboard.type(text);
  for (const key of keys) await press(tab, key);
}

/** Sets up a second factor with the keyboard, from the secret that the page shows. */
async function enrol(tab: Page): Promise<void> {
  const shown = await tab.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const factor: Factor = { secret: shown.replaceAll(/\s/g, ''), used: 0 };
  await tabTo(tab.locator('input[autocomplete="one-time-code"]').first());
  // the last digit sends it: a key after that would go to the dialog
  await tab.keyboard.type(nextCode(factor), { delay: 40 });
  const codes = tab.getByRole('dialog');
  await codes.getByRole('button', { name: 'حفظتها' }).waitFor();
  await look(tab, 'newcomer-codes');
  await tabTo(codes.getByRole('button', { name: 'حفظتها' }));
  await press(tab, 'Enter');
  await codes.waitFor({ state: 'hidden' });
}

// covers: [ROLE-03]
test('a newcomer is invited, enrols, signs in and administers a project, with the keyboard, in Arabic, at 390 px', async () => {
  await call(server, page, 'projects', { project_key: 'web-shop', display_name: 'The web shop' });
  const created = await call(server, page, 'access/api/ui/users', { name: 'maria' });
  const { link } = (created as { link: { link: string } }).link;

  const maria = await openTab(await browser.newContext({ locale: 'ar', viewport: NARROW }), faults);
  await maria.goto(link);
  await maria.getByRole('heading', { level: 1 }).waitFor();
  expect(await maria.locator('html').getAttribute('dir')).toBe('rtl');
  expect(maria.url()).not.toContain('token');
  await look(maria, 'newcomer-invitation');
  const passwords = maria.locator('input[autocomplete="new-password"]');
  await tabTo(passwords.nth(0));
  await type(maria, PASSWORD);
  await tabTo(passwords.nth(1));
  await type(maria, PASSWORD, 'Enter');

  await tabTo(maria.locator('input[autocomplete~="username"]'));
  await type(maria, 'maria');
  await tabTo(maria.locator('input[autocomplete="current-password"]'));
  await type(maria, PASSWORD, 'Enter');
  await maria.getByText(/^([A-Z2-7]{4} ?){8}$/).waitFor();
  await look(maria, 'newcomer-enrols');
  await enrol(maria);
  await expect.poll(() => maria.url()).not.toContain('/login');

  // The administrator makes her administrator of a project, and her open session has the settings of it.
  const roles = { roles: ['Project Admin'] };
  const made = await page.request.put(`${server.origin}/ui/api/v1/projects/web-shop/users/maria`, {
    headers: { origin: server.origin },
    data: roles,
  });
  expect(made.ok()).toBe(true);
  await maria.goto(`${server.origin}/ui/admin/management/users?projectKey=web-shop`);
  await maria.getByRole('grid').getByText('maria').waitFor();
  await look(maria, 'newcomer-members');

  // What she did, as sentences.
  await open(server, page, '/session-activity', 'Session activity');
  await page.goto(`${server.origin}/ui/session-activity?user=${await personOf('maria')}`);
  await page.getByText('maria set up a second factor').waitFor();
  await page.getByText('ann made maria an administrator of the project web-shop').waitFor();
  await page
    .getByText(/maria signed in/)
    .first()
    .waitFor();
  await look(page, 'newcomer-acts');
  await closeTabs(maria.context());
});

async function personOf(name: string): Promise<string> {
  const answer = await page.request.get(`${server.origin}/ui/api/v1/access/api/ui/users?search=${name}`);
  const { users } = (await answer.json()) as { users: [{ person: string }] };
  return users[0].person;
}

// covers: [ROLE-03]
test('a link that is opened twice, or beside another user, says whose it is and what to do', async () => {
  const created = await call(server, page, 'access/api/ui/users', { name: 'carl' });
  const { link } = (created as { link: { link: string } }).link;
  // In the browser of a user who is signed in.
  const beside = await openTab(page.context(), faults);
  await beside.goto(link);
  await beside.getByText('Choose a password for the account carl.').waitFor();
  await beside.close();
  const opened = async () => {
    const tab = await openTab(await browser.newContext(), faults);
    await tab.goto(link);
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByLabel('Password again', { exact: true }).fill(PASSWORD);
    return tab;
  };
  const one = await opened();
  const two = await opened();
  await one.getByRole('button', { name: 'Set password' }).click();
  await one.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await two.getByRole('button', { name: 'Set password' }).click();
  await two.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  for (const tab of [one, two]) await closeTabs(tab.context());
});
