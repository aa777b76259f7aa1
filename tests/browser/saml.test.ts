// Signing in and out with an identity provider of SAML, in both bindings, from adding it to logouts begun on either
// side.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { confirm, heading, joined, NO_FACTOR, open, setUp, signIn } from './fixture';
import { look } from './pictures';
import { type Binding, SamlProvider } from './samlProvider';
import { Server } from './server';

const SETTINGS = '/admin/configuration/general';
const faults: string[] = [];
let provider: SamlProvider;
let browser: Browser;
let server: Server;
/** The administrator's tab, and that of the user. */
let page: Page;
let bob: Page;

beforeAll(async () => {
  provider = await SamlProvider.start();
  browser = await openBrowser();
  server = await Server.start(NO_FACTOR);
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page);
  await signIn(server, page);
});

afterAll(async () => {
  for (const tab of [page, bob]) if (tab) await closeTabs(tab.context());
  await browser.close();
  await server.end();
  provider.end();
  expect(faults).toEqual([]);
});

const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const toCorporate = (tab: Page) =>
  tab.getByRole('list', { name: 'Sign-in providers' }).getByRole('link', { name: 'Sign in with Corporate' });

/** Signs in at the identity provider. */
async function signInThere(tab: Page, account: string): Promise<void> {
  await heading(tab, 'Identity provider').waitFor();
  await tab.getByLabel('Account').fill(account);
  await button(tab, 'Sign in there').click();
}

/** Signs in with it, where the sign-in page is shown. */
async function comeBack(): Promise<void> {
  await toCorporate(bob).click();
  await signInThere(bob, 'bob-id');
  await profileMenu(bob, 'bob').waitFor();
}

/** Signs out here, and so there. */
async function signOut(): Promise<void> {
  await profileMenu(bob, 'bob').click();
  await bob.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(bob, 'Sign in').waitFor();
}

// covers: [SSO-02]
test('an administrator adds an identity provider by its metadata', async () => {
  await open(server, page, SETTINGS, 'General settings');
  await button(page, 'Add provider').click();
  await page.getByRole('radio', { name: 'SAML 2.0' }).check();
  await field('Name').fill('corporate');
  await field('Text of the button').fill('Sign in with Corporate');
  await page.getByRole('textbox', { name: 'Metadata of the identity provider' }).fill(provider.metadata);
  await button(page, 'Fill the fields').click();
  await page.getByText('The fields below were filled.', { exact: false }).waitFor();
  expect(await field('Address to sign in').inputValue()).toBe(`${provider.origin}/sso`);
  await look(page, 'saml-provider');
  const dialog = page.getByRole('dialog', { name: 'Add provider' });
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await page.getByText('The sign-in provider Sign in with Corporate was added.').waitFor();
  await button(page, 'Test Sign in with Corporate').click();
  await page.getByText(/Nothing is requested of an identity provider of SAML\./).waitFor();
  await provider.register(`${server.origin}/ui/api/v1/ui/auth/sso/corporate/metadata`);
});

// covers: [SSO-02]
test('a user links an identity with the password, and comes back with it', async () => {
  bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, '/user_profile', 'Edit Profile');
  await button(bob, 'Link Sign in with Corporate').click();
  await confirm(bob, 'Continue to Sign in with Corporate');
  await signInThere(bob, 'bob-id');
  await heading(bob, 'Edit Profile').waitFor();
  await bob.getByText('The identity was linked.', { exact: false }).waitFor();
  await signOut();
  // this session did not come by the identity provider
  expect(provider.received).toEqual(['AuthnRequest redirect']);
  await comeBack();
});

// covers: [SSO-02, NAV-12]
test('signing out here signs out there, and leads back to the sign-in page', async () => {
  provider.received.length = 0;
  await signOut();
  expect(provider.received).toEqual(['LogoutRequest redirect bob-id']);
});

// covers: [SSO-02]
test('signing out at the identity provider signs out here, in either binding', async () => {
  const bindings: readonly Binding[] = ['redirect', 'post'];
  for (const binding of bindings) {
    await comeBack();
    provider.received.length = 0;
    const there = await bob.context().newPage();
    await there.goto(provider.signOut(binding));
    await heading(there, 'Signed out of the identity provider').waitFor();
    // the answer is sent as messages of the server are, however the request came
    expect(provider.received).toEqual(['LogoutResponse redirect']);
    await heading(bob, 'Sign in').waitFor();
    await there.close();
  }
});

// covers: [SSO-02]
test('where messages are sent in forms, users sign in and out in the same way', async () => {
  await open(server, page, `${SETTINGS}?provider=corporate`, 'General settings');
  await field('How messages are sent there').selectOption('post');
  await button(page, 'Save changes').click();
  await page.getByText('The sign-in provider Sign in with Corporate was updated.').waitFor();
  provider.received.length = 0;
  await comeBack();
  await signOut();
  expect(provider.received).toEqual(['AuthnRequest post', 'LogoutRequest post bob-id']);
});

// covers: [SSO-02]
test('an identity that no account has is refused with the way out', async () => {
  await toCorporate(bob).click();
  await signInThere(bob, 'stranger-id');
  await heading(bob, 'Sign in').waitFor();
  await bob.waitForURL(/sso=identity_unknown/);
  await bob.getByRole('alert').waitFor();
});
