import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ann,
  type Factor,
  laterCode,
  logIn,
  nextCode,
  oneTimeCode,
  openBrowser,
  openTab,
  profileMenu,
  setUpAndSignInByForm,
  shownNumbers,
  typeCode,
  underWay,
} from './browser';
import { look } from './pictures';
import { Server } from './server';

let server: Server;
let browser: Browser;
let context: BrowserContext;
let first: Page;
let factor: Factor;
const faults: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  browser = await openBrowser();
  context = await browser.newContext();
  first = await openTab(context, faults);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [MFA-02, BOOT-06]
test('a newcomer sets up the admin, enrols an ordinary authenticator, and is in', async () => {
  factor = await setUpAndSignInByForm(server, first);
  await expect.poll(() => first.title()).toBe('Session activity - Waybill');
  expect(new URL(first.url()).search).toBe('');
  await expect.poll(() => profileMenu(first).isVisible()).toBe(true);
});

// covers: [PUSH-01, PUSH-03]
test('a second tab sees each transition without asking for it, and none twice', async () => {
  const second = await openTab(context, faults);
  await second.goto(`${server.origin}/ui/session-activity?view=records`);
  await second.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  // what comes of its own accord as long as the page is new has come
  await second.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Packages' }).waitFor();
  const newest = async () => Math.max(0, ...(await shownNumbers(second)));
  await expect.poll(newest).toBeGreaterThan(0);
  await expect.poll(() => underWay(second)).toEqual([]);
  const before = await newest();
  const asked: string[] = [];
  second.on('request', request => {
    // the dialog opens here as well, and needs its parts
    if (request.url().includes('/ui/api/v1/session')) asked.push(request.url());
  });
  await openPasswordDialog(first);
  await expect.poll(newest).toBeGreaterThan(before);
  expect(asked).toEqual([]);
  const numbers = await shownNumbers(second);
  expect(new Set(numbers).size).toBe(numbers.length);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await second.close();
});

// covers: [LOGIN-06, MFA-02]
test('signing out and in again asks for a code, and the code of before does not count', async () => {
  const signOut = async () => {
    await profileMenu(first).click();
    await first.getByRole('menuitem', { name: 'Logout' }).click();
    await first.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  await signOut();
  await logIn(first, 'not the password');
  await first.getByText('Incorrect user name or password.').waitFor();
  await logIn(first, ann.password);
  await first.getByLabel('Digit 1').waitFor();
  // after a step or two a used code is no longer known as used, but is invalid
  if (Math.floor(Date.now() / 30_000) > factor.used) {
    await typeCode(first, nextCode(factor));
    await profileMenu(first).waitFor();
    await signOut();
    await logIn(first, ann.password);
    await first.getByLabel('Digit 1').waitFor();
  }
  await typeCode(first, oneTimeCode(factor.secret, factor.used));
  await first.getByText('This code has been used already.', { exact: false }).first().waitFor();
  await typeCode(first, nextCode(factor));
  await profileMenu(first).waitFor();
  await first.goto(`${server.origin}/ui/session-activity`);
  await first.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  expect(faults).toEqual([]);
});

// covers: [SCN-03]
test('the log that a tab downloads verifies, and becomes a scenario that holds', async () => {
  const waiting = first.waitForEvent('download');
  await first.getByRole('link', { name: 'Download log' }).click();
  const trace = await (await waiting).path();
  const scenario = `${server.data}/recorded.scn.yaml`;
  expect(server.ask('audit', 'verify', trace)).toMatch(/records of 1 stream: all verify/);
  server.ask('scenario', 'record', trace, '-o', scenario);
  expect(server.ask('scenario', 'run', scenario)).toMatch(/1 passed, 0 failed/);
});

// covers: [NAV-17]
test('a command-line client starts a sign-in, which the tab keeps and the user comes to', async () => {
  const own = await browser.newContext();
  const visitor = await openTab(own, faults);
  await visitor.goto(`${server.origin}/ui/cli-extension`);
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
  await visitor.close();
  await own.close();

  const session = '5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c1d2e';
  await first.goto(
    `${server.origin}/ui/login?jfClientSession=${session}&jfClientName=JFrog-CLI&jfClientCode=1`,
  );
  await first.getByRole('heading', { name: 'Command-line client', level: 1 }).waitFor();
  const address = new URL(first.url());
  expect([address.pathname, address.search]).toEqual(['/ui/cli-extension', '']);
  // another tab of the same browser has no client's session
  const second = await openTab(context, faults);
  await second.goto(`${server.origin}/ui/cli-extension`);
  await second.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  // the page is not remembered, so the sign-in page does not lead back to it for ever
  await second.goto(`${server.origin}/ui/login`);
  await second.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  await second.close();
});

test('the link of the set-up is dead once it was used', async () => {
  const later = await openTab(await browser.newContext(), faults);
  await later.goto(server.setupLink);
  await later.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

test('a password manager finds the fields, and a password can be pasted', async () => {
  const elsewhere = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await openTab(elsewhere, faults);
  await page.goto(`${server.origin}/ui/login`);
  const user = page.getByLabel('User name', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  expect(await user.getAttribute('autocomplete')).toBe('username webauthn');
  expect(await password.getAttribute('autocomplete')).toBe('current-password');
  const long = 'correct horse battery staple '.repeat(3);
  await page.evaluate(text => navigator.clipboard.writeText(text), long);
  await password.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => password.inputValue()).toBe(long);
  await elsewhere.close();
});

// After the others: two codes were used, and the third one is valid only in the next step.
// covers: [MFA-02]
test('recovery codes are replaced in the profile, after a code of the authenticator', async () => {
  await first.goto(`${server.origin}/ui/user_profile`);
  await first.getByRole('button', { name: 'New recovery codes' }).click();
  const code = first.getByLabel('Code of your authenticator app');
  await first.getByRole('button', { name: 'Replace recovery codes' }).click();
  await first.getByText('Enter the code that your authenticator app shows.').waitFor();
  await code.fill('000000');
  await code.press('Enter');
  await first.getByText('Incorrect code.', { exact: false }).waitFor();
  await code.fill(await laterCode(factor));
  await code.press('Enter');
  const dialog = first.getByRole('dialog', { name: 'Save your recovery codes' });
  await dialog.getByRole('button', { name: 'I have saved them' }).waitFor();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10);
  await look(first, 'new-recovery-codes');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await dialog.waitFor({ state: 'detached' });
  await first.getByRole('button', { name: 'New recovery codes' }).waitFor();
});

async function openPasswordDialog(page: Page): Promise<void> {
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await page.getByRole('dialog', { name: 'Change password' }).waitFor();
}
