// Passkeys with the virtual authenticator of Chromium: added, used alone and as the second factor, lost and replaced.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authenticator, addPasskey, authenticator, moved, offersNoPasskeys } from './authenticator';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { CHOSEN, confirm, heading, joined, NO_FACTOR, open, setUp, signIn, whereIs } from './fixture';
import { look } from './pictures';
import { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
/** The server at the name of this machine: no passkey belongs to a number. */
let named: { origin: string };
let page: Page;
let bob: Page;

beforeAll(async () => {
  browser = await openBrowser();
  server = await Server.start(NO_FACTOR);
  named = { origin: server.origin.replace('127.0.0.1', 'localhost') };
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page, named);
  await signIn(named, page);
});

afterAll(async () => {
  for (const tab of [page, bob]) if (tab) await closeTabs(tab.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

const passkeys = (tab: Page) => tab.getByRole('region', { name: 'Passkeys' });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });

/** A browser that has never been there, and does not offer passkeys by itself. */
async function freshTab(): Promise<Page> {
  const tab = await openTab(await browser.newContext(), faults);
  await offersNoPasskeys(tab);
  return tab;
}

async function typePassword(tab: Page): Promise<void> {
  await tab.goto(`${named.origin}/ui/login`);
  await tab.getByLabel('User name', { exact: true }).fill('bob');
  await tab.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await button(tab, 'Sign in').click();
}

let device: Authenticator;
let code: string;

// covers: [MFA-01, MFA-02]
test('a user adds a passkey in the profile, and saves the recovery codes', async () => {
  bob = await joined(browser, named, page, 'bob', faults);
  device = await authenticator(bob);
  await open(named, bob, '/user_profile', 'Edit Profile');
  await passkeys(bob).getByText('You have no passkey.').waitFor();
  await addPasskey(bob, 'Work laptop');
  const codes = bob.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.waitFor();
  code = (await codes.getByRole('listitem').first().innerText()).trim();
  await button(bob, 'I have saved them').click();
  await passkeys(bob).getByText('Work laptop').waitFor();
  await look(bob, 'passkeys');
  const { credentials } = await device.cdp.send('WebAuthn.getCredentials', { authenticatorId: device.id });
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['localhost', true],
  ]);
});

// covers: [MFA-01]
test('one device has one passkey of a user', async () => {
  await addPasskey(bob, 'Again');
  await passkeys(bob).getByText('One of your passkeys is on this device already.').waitFor();
  await passkeys(bob)
    .getByRole('form', { name: 'Add passkey' })
    .getByRole('button', { name: 'Cancel' })
    .click();
});

// covers: [LOGIN-05, MFA-01]
test('the passkey signs in alone', async () => {
  const tab = await freshTab();
  await moved(device, tab);
  await tab.goto(`${named.origin}/ui/login`);
  await button(tab, 'Sign in with a passkey').waitFor();
  await look(tab, 'sign-in-with-a-passkey');
  await button(tab, 'Sign in with a passkey').click();
  await profileMenu(tab, 'bob').waitFor();
  await closeTabs(tab.context());
});

// covers: [LOGIN-05]
test('where the browser can, the page asks for passkeys beside the user name', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
    // the virtual authenticator would answer at once: what the page asks is what is tested
    navigator.credentials.get = async options => {
      asked.push(options?.mediation ?? 'by a button');
      return new Promise(() => undefined);
    };
  });
  await tab.goto(`${named.origin}/ui/login`);
  await button(tab, 'Sign in with a passkey').waitFor();
  await tab.waitForFunction(() => (window as unknown as { asked: string[] }).asked.length > 0);
  expect(await tab.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['conditional']);
  const field = tab.getByLabel('User name', { exact: true });
  expect(await field.getAttribute('autocomplete')).toBe('username webauthn');
  await closeTabs(tab.context());
});

// covers: [LOGIN-05]
test('an authenticator that does not verify its user lets no one in', async () => {
  const tab = await freshTab();
  const { cdp, id } = await moved(device, tab);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await tab.goto(`${named.origin}/ui/login`);
  await button(tab, 'Sign in with a passkey').click();
  await tab.getByText(/^No passkey was chosen\./).waitFor();
  expect(whereIs(tab)).toBe('/login');
  await closeTabs(tab.context());
});

// covers: [MFA-01, LOGIN-01]
test('after the password the passkey is the second factor, and a recovery code where it is lost', async () => {
  const tab = await freshTab();
  await moved(device, tab);
  await typePassword(tab);
  await button(tab, 'Use a passkey').waitFor();
  await look(tab, 'second-factor-passkey');
  await button(tab, 'Use a passkey').click();
  await profileMenu(tab, 'bob').waitFor();
  await closeTabs(tab.context());

  const without = await freshTab();
  await typePassword(without);
  await button(without, 'Use a recovery code instead').click();
  await without.getByLabel('Recovery code', { exact: true }).fill(code);
  await button(without, 'Verify').click();
  await profileMenu(without, 'bob').waitFor();
  await closeTabs(without.context());
});

// covers: [MFA-01]
test('a passkey is renamed and removed, and then lets no one in', async () => {
  await open(named, bob, '/user_profile', 'Edit Profile');
  await button(bob, 'Rename the passkey Work laptop').click();
  await passkeys(bob).getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await button(bob, 'Save').click();
  await button(bob, 'Remove the passkey Old laptop').click();
  await passkeys(bob)
    .getByText(/^This is your last second factor\./)
    .waitFor();
  await confirm(bob, 'Remove');
  await passkeys(bob).getByText('You have no passkey.').waitFor();

  // The page offers no passkeys where no account has one.
  const tab = await freshTab();
  await tab.goto(`${named.origin}/ui/login`);
  await button(tab, 'Sign in').waitFor();
  expect(await button(tab, 'Sign in with a passkey').count()).toBe(0);
  await closeTabs(tab.context());
});

// covers: [LOGIN-05]
test('at the address with a number the page says where passkeys work', async () => {
  const tab = await freshTab();
  await open(named, bob, '/user_profile', 'Edit Profile');
  await addPasskey(bob, 'Laptop');
  await bob.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  await tab.goto(`${server.origin}/ui/login`);
  const link = tab.getByRole('link', { name: named.origin });
  await link.waitFor();
  expect(await button(tab, 'Sign in with a passkey').count()).toBe(0);
  await link.click();
  await heading(tab, 'Sign in').waitFor();
  expect(tab.url()).toBe(`${named.origin}/ui/login`);
  await button(tab, 'Sign in with a passkey').waitFor();
  await closeTabs(tab.context());
});
