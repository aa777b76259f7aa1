// The end of a sign-in: the warnings before it, and signing in again without losing what is on the page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { call, heading, joined, NO_FACTOR, open, setUp, signIn, whereIs } from './fixture';
import { look } from './pictures';
import { Server } from './server';

const SESSIONS = '[installation.access.sessions]';
const NEW_WEBHOOK = '/admin/configuration/webhooks/new';
/** The password of users of `joined`. */
const CHOSEN = 'seven blue staples 9';

const faults: string[] = [];
let browser: Browser;
/** Where users are signed out who are away for half an hour. */
let server: Server;
/** Where sign-ins last two hours, whatever is done. */
let strict: Server;

beforeAll(async () => {
  browser = await openBrowser();
  server = await Server.start(`${NO_FACTOR}${SESSIONS}\nidle_minutes = 30\n`, undefined, ['--qa']);
  const lasting = 'absolute_hours = 1\nremembered_hours = 2\n';
  strict = await Server.start(`${NO_FACTOR}${SESSIONS}\n${lasting}`, undefined, ['--qa']);
  for (const each of [server, strict]) {
    const tab = await openTab(await browser.newContext(), faults);
    await setUp(each, tab);
    await closeTabs(tab.context());
  }
});

afterEach(async () => {
  expect(faults).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await server.end();
  await strict.end();
});

/** Puts the clock of a server forward, by a session that is as new as the call. */
async function pass(on: Server, minutes: number): Promise<void> {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.request.get(`${on.origin}/ui/api/v1/session`);
  await call(on, tab, 'ui/auth/login', { user: ann.name, password: ann.password, type: 'login' });
  await call(on, tab, 'qa/clock', { advance_ms: minutes * 60_000 });
  await closeTabs(tab.context());
}

async function inside(on: Server): Promise<Page> {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.request.get(`${on.origin}/ui/api/v1/session`);
  await signIn(on, tab);
  return tab;
}

const warning = (tab: Page) => tab.getByRole('dialog', { name: 'Are you still there?' });
const cover = (tab: Page) => tab.getByRole('dialog', { name: 'Sign in again' });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const nameOfWebhook = (tab: Page) => tab.getByRole('textbox', { name: 'Name', exact: true });

async function signInAgain(tab: Page, user: string, password: string): Promise<void> {
  const name = cover(tab).getByLabel('User name', { exact: true });
  await name.waitFor();
  if ((await name.inputValue()) !== user) await name.fill(user);
  await cover(tab).getByLabel('Password', { exact: true }).fill(password);
  await cover(tab).getByRole('button', { name: 'Sign in', exact: true }).click();
}

// covers: [SESS-01]
test('all tabs of a user who is away warn, and one of them answers for all', async () => {
  const page = await inside(server);
  await open(server, page, '/user_profile', 'Edit Profile');
  const other = await openTab(page.context(), faults);
  await open(server, other, NEW_WEBHOOK, 'New webhook');
  await pass(server, 28);
  await warning(page).waitFor();
  await warning(other).waitFor();
  await look(page, 'session-idle-warning');
  await button(other, 'Stay signed in').click();
  await warning(page).waitFor({ state: 'detached' });
  await warning(other).waitFor({ state: 'detached' });
  await profileMenu(page, ann.name).waitFor();
  await closeTabs(page.context());
});

// covers: [SESS-01]
test('a user who was away signs in again in place, and keeps what was typed, in every tab', async () => {
  const page = await inside(server);
  await open(server, page, NEW_WEBHOOK, 'New webhook');
  await nameOfWebhook(page).fill('deploys');
  await button(page, 'Show request').waitFor();
  const other = await openTab(page.context(), faults);
  await open(server, other, '/user_profile', 'Edit Profile');
  await pass(server, 28);
  await warning(page).waitFor();
  await pass(server, 2);
  for (const tab of [page, other]) {
    await cover(tab).getByText('You were away for longer than this installation allows').waitFor();
    expect(await warning(tab).count()).toBe(0);
  }
  await look(page, 'session-sign-in-again');
  // nothing of the page can be seen or reached, and Escape closes nothing
  expect(await page.evaluate(() => document.elementFromPoint(20, 200)?.closest('dialog') !== null)).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await cover(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);

  await signInAgain(page, ann.name, 'not the password');
  await cover(page).getByRole('alert').waitFor();
  await signInAgain(page, ann.name, ann.password);
  for (const tab of [page, other]) await cover(tab).waitFor({ state: 'detached' });
  expect(whereIs(page)).toBe(NEW_WEBHOOK);
  expect(await nameOfWebhook(page).inputValue()).toBe('deploys');
  await heading(other, 'Edit Profile').waitFor();
  // the page works in the session of the new sign-in
  await button(page, 'Save').click();
  await page.getByText('This field is mandatory').first().waitFor();
  await profileMenu(page, ann.name).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(page, 'Sign in').waitFor();
  await heading(other, 'Sign in').waitFor();
  await closeTabs(page.context());
});

// covers: [SESS-01]
test('another user who signs in there gets a page without anything of the first', async () => {
  const admin = await inside(server);
  const bob = await joined(browser, server, admin, 'bob', faults);
  await closeTabs(bob.context());
  await open(server, admin, NEW_WEBHOOK, 'New webhook');
  await nameOfWebhook(admin).fill('a secret plan');
  const other = await openTab(admin.context(), faults);
  await open(server, other, '/user_profile', 'Edit Profile');
  await pass(server, 28);
  await warning(admin).waitFor();
  await pass(server, 2);
  await cover(other).waitFor();
  await signInAgain(admin, 'bob', CHOSEN);
  for (const tab of [admin, other]) {
    await profileMenu(tab, 'bob').waitFor();
    expect(await cover(tab).count()).toBe(0);
  }
  expect(whereIs(admin)).not.toContain('webhooks');
  expect(await admin.content()).not.toContain('a secret plan');
  expect(await admin.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'a secret plan',
  );
  await closeTabs(admin.context());
});

// covers: [SESS-01]
test('a page that is kept can be left, and nothing of it is there afterwards', async () => {
  const page = await inside(server);
  await open(server, page, NEW_WEBHOOK, 'New webhook');
  await nameOfWebhook(page).fill('deploys');
  await pass(server, 28);
  await warning(page).waitFor();
  await pass(server, 2);
  await cover(page).waitFor();
  await button(page, 'Leave this page').click();
  await heading(page, 'Sign in').waitFor();
  expect(whereIs(page)).toMatch(/^\/login/);
  await signIn(server, page);
  await open(server, page, NEW_WEBHOOK, 'New webhook');
  expect(await nameOfWebhook(page).inputValue()).toBe('');
  await closeTabs(page.context());
});

// covers: [SESS-01]
test('a session that ends whatever is done says so beforehand, and goes on after signing in again', async () => {
  const page = await inside(strict);
  await open(strict, page, NEW_WEBHOOK, 'New webhook');
  await pass(strict, 116);
  // the clock of a server does not jump otherwise
  await page.reload();
  await page.getByText(/^Your session ends at/).waitFor();
  await look(page, 'session-end-announced');
  await nameOfWebhook(page).fill('deploys');
  await button(page, 'Close').click();
  await page.getByText(/^Your session ends at/).waitFor({ state: 'detached' });
  await pass(strict, 5);
  await cover(page).getByText('Your session has lasted as long as a session can last here').waitFor();
  await signInAgain(page, ann.name, ann.password);
  await cover(page).waitFor({ state: 'detached' });
  expect(await nameOfWebhook(page).inputValue()).toBe('deploys');
  await closeTabs(page.context());
});
