// Signing in with a provider of OpenID Connect, from adding it to signing out there.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { call, confirm, heading, joined, NO_FACTOR, open, setUp, signIn, whereIs } from './fixture';
import { OidcProvider, signInThere } from './oidcProvider';
import { look } from './pictures';
import { Server } from './server';
import { SLOWNESS } from './slowness';

const SETTINGS = '/admin/configuration/general';

const faults: string[] = [];
let provider: OidcProvider;
let browser: Browser;
let server: Server;
/** The administrator's tab, and those of the users. */
let page: Page;
let bob: Page;
let carol: Page;

beforeAll(async () => {
  const port = await Server.freePort();
  provider = await OidcProvider.start(`http://127.0.0.1:${port}`, 'acme', {
    'id-bob': { preferred_username: 'bob' },
    'id-maria': { preferred_username: 'someone else' },
    'id-carol': { preferred_username: 'carol', groups: ['dev', 'staff'] },
  });
  browser = await openBrowser();
  server = await Server.start(`[outbound]\nallow = ["127.0.0.1/32:${provider.port}"]\n\n${NO_FACTOR}`, port);
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page);
  await signIn(server, page);
  await call(server, page, 'access/api/ui/groups', { name: 'Builders' });
});

afterAll(async () => {
  for (const tab of [page, bob, carol]) if (tab) await closeTabs(tab.context());
  await browser.close();
  await server.end();
  provider.end();
  expect(faults).toEqual([]);
});

const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const providers = (tab: Page) => tab.getByRole('list', { name: 'Sign-in providers' });
const toAcme = (tab: Page) => providers(tab).getByRole('link', { name: 'Sign in with Acme' });
const ownProviders = (tab: Page) => tab.getByRole('region', { name: 'Sign-in providers' });

/** The sign-in page in a browser that has never been there. */
async function freshTab(path = '/login'): Promise<Page> {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(`${server.origin}/ui${path}`);
  return tab;
}

/** Signs out here and there. */
async function signOut(tab: Page, name: string): Promise<void> {
  await profileMenu(tab, name).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(tab, 'Sign out of the provider').waitFor();
  await button(tab, 'Sign out there').click();
  await heading(tab, 'Sign in').waitFor();
}

// covers: [SSO-01]
test('an administrator adds a provider and tests it', async () => {
  await open(server, page, SETTINGS, 'General settings');
  await page.getByText('No sign-in providers').waitFor();
  await button(page, 'Add provider').click();
  await field('Name').fill('acme');
  await page.getByText(`${server.origin}/ui/api/v1/ui/auth/sso/acme/callback`).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Add provider' });
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await dialog.getByText('Enter 1 to 256 visible characters without spaces.').waitFor();
  await look(page, 'sign-in-provider-problems');
  await field('Text of the button').fill('Sign in with Acme');
  await field('Address of the provider').fill(provider.issuer);
  await field('Client ID').fill(provider.clientId);
  await field('Client secret').fill(provider.clientSecret);
  await field('Scopes').fill('profile groups');
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await page.getByText('The sign-in provider Sign in with Acme was added.').waitFor();
  await button(page, 'Test Sign in with Acme').click();
  await page.getByText(/The provider responds\. .*1 key of it can be used\./).waitFor();
  await look(page, 'sign-in-providers');
  expect(await page.content()).not.toContain(provider.clientSecret);
});

// covers: [SSO-01, LOGIN-04]
test('an identity that no account has is refused with the way out, and so is a denied sign-in', async () => {
  const tab = await freshTab();
  await toAcme(tab).waitFor();
  await look(tab, 'sign-in-with-providers');
  await toAcme(tab).click();
  await heading(tab, 'Provider').waitFor();
  await button(tab, 'Deny').click();
  await heading(tab, 'Sign in').waitFor();
  expect(whereIs(tab)).toBe('/login?form=true&sso=sign_in_denied');
  await tab.getByRole('alert').waitFor();
  await tab.getByLabel('Password', { exact: true }).waitFor();

  await toAcme(tab).click();
  await signInThere(tab, 'id-bob');
  await heading(tab, 'Sign in').waitFor();
  await tab.waitForURL(/sso=identity_unknown/);
  await tab.getByRole('alert').waitFor();
  await look(tab, 'sign-in-identity-unknown');
  await closeTabs(tab.context());
});

// covers: [SSO-01]
test('a user links an identity with the password, signs out there too, and comes back with it', async () => {
  bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, '/user_profile', 'Edit Profile');
  await ownProviders(bob).getByText('No identity is linked.').waitFor();
  await button(bob, 'Link Sign in with Acme').click();
  await look(bob, 'link-identity');
  await confirm(bob, 'Continue to Sign in with Acme');
  await signInThere(bob, 'id-bob');
  await heading(bob, 'Edit Profile').waitFor();
  await ownProviders(bob).getByText('The identity was linked.', { exact: false }).waitFor();
  await ownProviders(bob).getByRole('list', { name: 'Linked identities' }).waitFor();
  await look(bob, 'linked-identity');

  // signed in with the password, so that this session has nothing to end at the provider
  await profileMenu(bob, 'bob').click();
  await bob.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(bob, 'Sign in').waitFor();
  await bob.goto(`${server.origin}/ui/session-activity`);
  await heading(bob, 'Sign in').waitFor();
  // the provider still has the session of bob, and asks nothing
  await toAcme(bob).click();
  await heading(bob, 'Session activity').waitFor();
  await profileMenu(bob, 'bob').waitFor();
  await signOut(bob, 'bob');
});

// covers: [SSO-01, ROUTE-01]
test('an address leads straight to the provider', async () => {
  await bob.goto(`${server.origin}/ui/login/sso/acme`);
  await signInThere(bob, 'id-bob');
  await profileMenu(bob, 'bob').waitFor();
  await open(server, bob, '/user_profile', 'Edit Profile');
});

// covers: [SSO-01, SESS-01]
test('signing out at the provider signs out here, in all tabs within a second', async () => {
  const second = await openTab(bob.context(), faults);
  await open(server, second, '/session-activity', 'Session activity');
  const there = await bob.context().newPage();
  await there.goto(provider.signOut);
  await button(there, 'Sign out there').click();
  await heading(there, 'Signed out of the provider').waitFor();
  const since = performance.now();
  await Promise.all([bob, second].map(tab => heading(tab, 'Sign in').waitFor()));
  expect(performance.now() - since).toBeLessThan(1_000 * SLOWNESS);
  // nothing of the page is kept for a sign-in that has not just run out
  expect(await bob.getByRole('dialog').count()).toBe(0);
  await there.close();
  await second.close();
});

// covers: [SSO-01]
test('an administrator sees the identities of a user, and a user unlinks an own one', async () => {
  await toAcme(bob).click();
  await signInThere(bob, 'id-bob');
  await profileMenu(bob, 'bob').waitFor();
  const users = await page.request.get(`${server.origin}/ui/api/v1/access/api/ui/users`);
  const { person } = (await users.json()).users.find(({ name }: { name: string }) => name === 'bob');
  await open(server, page, `/admin/management/users?user=${person}`, 'Users');
  const list = page.getByRole('list', { name: 'Identities at sign-in providers' });
  await list.getByText('Sign in with Acme').waitFor();
  await look(page, 'identities-of-user');

  await open(server, bob, '/user_profile', 'Edit Profile');
  await button(bob, 'Unlink the identity at Sign in with Acme').click();
  await confirm(bob, 'Unlink');
  await bob.getByText('The identity at Sign in with Acme was unlinked.').waitFor();
  await ownProviders(bob).getByText('No identity is linked.').waitFor();
});

// covers: [SSO-01]
test('an invitation is accepted with an identity, of whatever name', async () => {
  const created = await call(server, page, 'access/api/ui/users', { name: 'maria' });
  const { pathname, hash } = new URL((created as { link: { link: string } }).link.link);
  const tab = await freshTab(`${pathname.replace(/^\/ui/, '')}${hash}`);
  await tab.getByText('Choose a password for the account maria.').waitFor();
  await look(tab, 'invitation-with-providers');
  await toAcme(tab).click();
  await signInThere(tab, 'id-maria');
  await profileMenu(tab, 'maria').waitFor();
  await closeTabs(tab.context());
});

// covers: [SSO-01]
test('where accounts are created, a new user gets one with the groups that claims lead to', async () => {
  await open(server, page, `${SETTINGS}?provider=acme`, 'General settings');
  await page.getByRole('checkbox', { name: 'Create an account for new users' }).check();
  await field('Claim with the groups').fill('groups');
  await button(page, 'Add value').click();
  await field('Value').fill('dev');
  await field('Group').selectOption('Builders');
  await look(page, 'sign-in-provider-groups');
  await button(page, 'Save changes').click();
  await page.getByText('The sign-in provider Sign in with Acme was updated.').waitFor();

  carol = await freshTab();
  await toAcme(carol).click();
  await signInThere(carol, 'id-carol');
  await profileMenu(carol, 'carol').waitFor();
  await open(server, carol, '/user_profile', 'Edit Profile');
  await carol.getByRole('region', { name: 'Account' }).getByText('Builders').waitFor();
  await ownProviders(carol).getByText('Your account has no password here', { exact: false }).waitFor();
});

// covers: [ROLE-02]
test('a user of the provider signs in there again, and gets the personal API key', async () => {
  await button(carol, 'Sign in again at Sign in with Acme').click();
  await signInThere(carol, 'id-carol');
  await heading(carol, 'Edit Profile').waitFor();
  await carol.getByText('Create the API key within five minutes', { exact: false }).waitFor();
  await look(carol, 'confirmed-at-provider');
  await button(carol, 'Create API key').click();
  await carol.getByText('Keep this key safe', { exact: false }).waitFor();
});

// covers: [SSO-01]
test('a provider that is turned off is no longer offered, and the form stays', async () => {
  await open(server, page, SETTINGS, 'General settings');
  await button(page, 'Turn off Sign in with Acme').click();
  await button(page, 'Turn on Sign in with Acme').waitFor();
  const tab = await freshTab();
  await tab.getByLabel('Password', { exact: true }).waitFor();
  expect(await providers(tab).count()).toBe(0);
  await closeTabs(tab.context());
});
