// Every way in and out, as a new user meets them: invited by mail, a password, a passkey, an identity at a provider,
// signed out here and there, and a program in a terminal that is signed in by its link.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskey, authenticator, offersNoPasskeys } from './authenticator';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { ClientProgram } from './clientProgram';
import { CHOSEN, call, choosePassword, confirm, heading, NO_FACTOR, open, setUp, signIn } from './fixture';
import { INVITATION, MailServer } from './mailServer';
import { OidcProvider, signInThere } from './oidcProvider';
import { publishWithNpm } from './publishing';
import { Server } from './server';
import { SLOWNESS } from './slowness';
import { Home, Terminal } from './terminal';

const PROGRAM = 'Editor';

const faults: string[] = [];
const home = new Home();
let mails: MailServer;
let provider: OidcProvider;
let browser: Browser;
let server: Server;
/** The server at its public address: no passkey belongs to a number, and links in mails lead there. */
let named: { origin: string };
/** The administrator's tab, and that of the new user. */
let page: Page;
let maria: Page;

beforeAll(async () => {
  const port = await Server.freePort();
  named = { origin: `http://localhost:${port}` };
  mails = await MailServer.start();
  provider = await OidcProvider.start(named.origin, 'acme', { 'id-maria': { preferred_username: 'maria' } });
  browser = await openBrowser();
  const settings = [
    `public_url = "${named.origin}"`,
    '[outbound]',
    `allow = ["127.0.0.1/32:${mails.port}", "127.0.0.1/32:${provider.port}"]`,
    NO_FACTOR,
  ];
  server = await Server.start(settings.join('\n'), port);
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page, named);
  await signIn(named, page);
  const mailServer = {
    ...{ host: '127.0.0.1', port: mails.port, security: 'none' },
    ...{ from: 'waybill@example.org', from_name: 'Waybill' },
  };
  await call(named, page, 'access/api/ui/mail/server', mailServer, 'PUT');
  await call(named, page, 'access/api/ui/sign_in_providers', {
    ...{ name: 'acme', label: 'Sign in with Acme', kind: 'oidc', issuer: provider.issuer },
    ...{ client_id: provider.clientId, client_secret: provider.clientSecret, scopes: ['profile'] },
  });
});

afterAll(async () => {
  for (const tab of [page, maria]) if (tab) await closeTabs(tab.context());
  await browser.close();
  await server.end();
  provider.end();
  mails.end();
  home.remove();
  expect(faults).toEqual([]);
});

const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const toAcme = () =>
  maria.getByRole('list', { name: 'Sign-in providers' }).getByRole('link', { name: 'Sign in with Acme' });

// covers: [PASS-04]
test('an invitation comes by mail, and its link leads to a password and in', async () => {
  await open(named, page, '/admin/management/users', 'Users');
  await button(page, 'Create user').click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('User name').fill('maria');
  await dialog.getByLabel('Mail address').fill('maria@example.org');
  const byMail = dialog.getByRole('checkbox', { name: 'Send the invitation by mail' });
  await expect.poll(() => byMail.isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.getByText('maria now has an account. A mail with a link').waitFor();

  const link = await mails.link(INVITATION);
  expect(new URL(link).origin).toBe(named.origin);
  maria = await openTab(await browser.newContext(), faults);
  await offersNoPasskeys(maria);
  await maria.goto(link);
  await maria.getByText('Choose a password for the account maria.').waitFor();
  await choosePassword(maria, CHOSEN);
  await heading(maria, 'Sign in').waitFor();
  await maria.getByLabel('User name', { exact: true }).fill('maria');
  await maria.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await button(maria, 'Sign in').click();
  await profileMenu(maria, 'maria').waitFor();
});

// covers: [MFA-01, SSO-01]
test('a passkey is enrolled and an identity linked in the profile, each with the password', async () => {
  await authenticator(maria);
  await open(named, maria, '/user_profile', 'Edit Profile');
  const passkeys = maria.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByText('You have no passkey.').waitFor();
  await addPasskey(maria, 'Work laptop');
  await maria.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  await button(maria, 'I have saved them').click();
  await passkeys.getByText('Work laptop').waitFor();

  await button(maria, 'Link Sign in with Acme').click();
  await confirm(maria, 'Continue to Sign in with Acme');
  await signInThere(maria, 'id-maria');
  await heading(maria, 'Edit Profile').waitFor();
  const identities = maria.getByRole('region', { name: 'Sign-in providers' });
  await identities.getByText('The identity was linked.', { exact: false }).waitFor();
});

// covers: [SSO-01, LOGIN-06, MFA-01]
test('signed out, the user comes back with the identity, and the passkey is the second factor', async () => {
  await profileMenu(maria, 'maria').click();
  await maria.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(maria, 'Sign in').waitFor();
  // the provider still has the session of linking, and asks nothing
  await toAcme().click();
  await button(maria, 'Use a passkey').click();
  await profileMenu(maria, 'maria').waitFor();
});

// covers: [SSO-01, SESS-01]
test('signing out at the provider ends the session here within a second', async () => {
  const there = await maria.context().newPage();
  await there.goto(provider.signOut);
  await button(there, 'Sign out there').click();
  await heading(there, 'Signed out of the provider').waitFor();
  const since = performance.now();
  await heading(maria, 'Sign in').waitFor();
  expect(performance.now() - since).toBeLessThan(1_000 * SLOWNESS);
  await there.close();
});

// covers: [CLI-01, LOGIN-05]
test('a program in a terminal is signed in by its link, and its token publishes a package', async () => {
  await new Terminal(server).create('npm-local', 'npm');
  await call(named, page, 'permissions', {
    name: 'Packages',
    resources: {
      artifact: { actions: { users: { maria: ['READ', 'WRITE'] } }, targets: { 'npm-local': {} } },
    },
  });
  const program = new ClientProgram(named.origin, PROGRAM);
  try {
    await maria.goto(await program.link());
    await button(maria, 'Sign in with a passkey').click();
    await heading(maria, 'Command-line client').waitFor();
    const question = maria.getByRole('region', { name: `Sign in ${PROGRAM}?` });
    await question.getByText('maria', { exact: true }).waitFor();
    await maria.getByRole('textbox', { name: 'Code', exact: true }).fill(await program.code());
    await button(maria, 'Sign in').click();
    await maria.getByRole('heading', { name: `${PROGRAM} is signed in`, exact: true }).waitFor();
    const given = await program.given();
    expect(given.username).toBe('maria');

    await publishWithNpm(home, server, given.access_token, { name: 'tour', version: '1.0.0' });
    const search = `${server.origin}/artifactory/api/npm/npm-local/-/v1/search?text=tour`;
    const found = await fetch(search, { headers: { authorization: `Bearer ${given.access_token}` } });
    expect(await found.json()).toMatchObject({ objects: [{ package: { name: 'tour', version: '1.0.0' } }] });
  } finally {
    program.end();
  }
  // the token is one of the user's own, by the name of the program
  const listed = await maria.request.get(`${named.origin}/ui/api/v1/ui/auth/tokens`);
  expect(await listed.text()).toContain(PROGRAM);
});
