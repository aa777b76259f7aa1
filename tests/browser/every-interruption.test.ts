// What shows while the console is interrupted, and while a session begins or ends, looked at by axe like every page: a
// lost link, a new version, a page that is late, broken or refused, a session that has ended, a second factor.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, nextCode, openBrowser, openTab, profileMenu, typeCode } from './browser';
import { call, follow, heading, inside, NO_FACTOR, open, setUpAndLogIn } from './fixture';
import { HeldAnswers } from './held';
import { calm, inspect, looksOf } from './pictures';
import { Server } from './server';
import { SLOWNESS } from './slowness';

const faults: string[] = [];
/** Of tabs in which something is broken on purpose. */
const expected: string[] = [];
const found: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;
let turn = 0;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, `[installation]\nfeatures = []\n${NO_FACTOR}`, faults));
  await heading(page, 'Packages').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** Looks at what a tab shows, each time in another look. */
async function see(name: string, tab = page, ready = calm): Promise<void> {
  for (const look of looksOf(turn)) found.push(...(await inspect(tab, `states/${name}`, look, ready)));
  turn += 1;
  await tab.setViewportSize({ width: 1440, height: 900 });
}

/** A tab of the administrator's in a browser of its own, in which something may break. */
async function another(): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  return openTab(context, expected);
}

test('a page that is not opened, is late, or cannot be loaded', async () => {
  const tab = await another();
  await open(server, tab, '/session-activity', 'Session activity');
  await follow(tab, '/template');
  await tab.getByText('The requested page was not opened.').waitFor();
  await see('page-refused', tab);

  const licences = /\/licences-[\w-]+\.js$/;
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await tab.route(licences, async route => {
    await held;
    await route.abort();
  });
  await follow(tab, '/admin/license_management/licenses');
  await tab.getByText('This page is taking longer than usual.', { exact: false }).waitFor();
  await see('page-late', tab);
  release();
  await tab.getByText('The console cannot continue.', { exact: false }).waitFor();
  await see('page-broken', tab);
  await tab.unroute(licences);

  await tab.route('**/ui/frontends/insight/**', route => route.abort());
  await tab.goto(`${server.origin}/ui/insight`);
  await tab.getByRole('button', { name: 'Try again' }).waitFor();
  await see('front-end-failed', tab);
  await closeTabs(tab.context());
});

test('a link that is lost and comes back, to a server of another build', async () => {
  const tab = await another();
  await open(server, tab, '/session-activity', 'Session activity');
  await profileMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Change password' }).click();
  await tab.getByLabel('Current password', { exact: true }).fill('half a passw');
  await server.kill('SIGTERM');
  await tab.getByText('Your input is kept.', { exact: false }).waitFor();
  await see('link-lost', tab);
  await tab.route('**/ui/api/v1/session', async route => {
    const answer = await route.fetch().catch(() => null);
    if (answer === null) await route.abort();
    else await route.fulfill({ response: answer, json: { ...(await answer.json()), build: 'a later one' } });
  });
  await server.run();
  await tab.getByText('A new version of the console is ready').waitFor({ timeout: 30_000 * SLOWNESS });
  await see('new-version', tab);
  await closeTabs(tab.context());
});

test('a console that the server does not let in', async () => {
  const tab = await another();
  await tab.routeWebSocket('**/socket', socket => void socket.close({ code: 4501, reason: 'no' }));
  await tab.goto(`${server.origin}/ui/session-activity`);
  await tab.getByText('The server closed the connection.', { exact: false }).waitFor();
  await see('link-refused', tab);
  await closeTabs(tab.context());
});

test('a session that ends', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await open(server, tab, '/login', 'Sign in');
  await logIn(tab, ann.password);
  await profileMenu(tab).waitFor();
  await call(server, page, 'ui/auth/sessions/revoke', { others: true });
  await tab.getByText('You were signed out from another browser.').waitFor();
  await see('session-revoked', tab);

  await logIn(tab, ann.password);
  await profileMenu(tab).click();
  const held = await HeldAnswers.of(tab, '**/ui/api/v1/session');
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await tab.getByText('Signing out', { exact: false }).waitFor();
  await see('signing-out', tab);
  await held.release();
  await tab.getByText('You are signed out.').waitFor();
  await see('signed-out', tab);
  await closeTabs(tab.context());
});

test('a second factor is set up and asked for', async () => {
  const strict = await Server.start();
  const tab = await openTab(await browser.newContext(), faults);
  await setUpAndLogIn(strict, tab);
  await heading(tab, 'Set up a second factor').waitFor();
  await see('factor-new', tab);
  const shown = await tab.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const factor = { secret: shown.replaceAll(/\s/g, ''), used: 0 };
  await typeCode(tab, '000000');
  await tab.getByText('Incorrect code.', { exact: false }).first().waitFor();
  await see('factor-incorrect', tab);
  await typeCode(tab, nextCode(factor));
  const codes = tab.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.waitFor();
  await see('recovery-codes', tab);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await codes.waitFor({ state: 'hidden' });
  await profileMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(tab, 'Sign in').waitFor();
  await logIn(tab, ann.password);
  await tab.getByLabel('Digit 1').waitFor();
  await see('factor-asked', tab);
  await tab.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await tab.getByRole('button', { name: 'Verify' }).click();
  await tab.getByText('Enter a recovery code.').waitFor();
  await see('recovery-code-missing', tab);
  await closeTabs(tab.context());
  await strict.end();
});

test('nothing was found, and nothing went wrong', () => {
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});
