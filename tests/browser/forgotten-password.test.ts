// Mails from an installation without a mail server to its removal: a test, an invitation, and a forgotten password.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { CHOSEN, choosePassword, heading, NO_FACTOR, open, setUpAndLogIn, whereIs } from './fixture';
import { hasFocus } from './keys';
import { INVITATION, MailServer } from './mailServer';
import { look } from './pictures';
import { Server } from './server';

const SETTINGS = '/admin/configuration/general';
const ADDRESS = 'maria@example.org';
const SECOND = 'nine green ladders 4';
const RESET = /http\S+\/ui\/login\/reset-password\?key=\S+/;
const SENT = 'If there is such an account, a mail with a link is on its way.';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let mails: MailServer;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  mails = await MailServer.start();
  const port = await Server.freePort();
  const settings = [
    `public_url = "http://127.0.0.1:${port}"`,
    '[outbound]',
    `allow = ["127.0.0.1/32:${mails.port}"]`,
    NO_FACTOR,
  ];
  server = await Server.start(settings.join('\n'), port);
  page = await openTab(await browser.newContext(), faults);
  await setUpAndLogIn(server, page);
  await profileMenu(page).waitFor();
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  mails.end();
  expect(faults).toEqual([]);
});

const card = () => page.getByRole('region', { name: 'Mail server' });
const field = (tab: Page, name: string) => tab.getByLabel(name, { exact: true });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });

/** A tab of a visitor. */
async function visitor(address = '/login'): Promise<Page> {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(address.startsWith('http') ? address : `${server.origin}/ui${address}`);
  return tab;
}

async function signIn(tab: Page, password: string): Promise<void> {
  await heading(tab, 'Sign in').waitFor();
  await field(tab, 'User name').fill('maria');
  await field(tab, 'Password').fill(password);
  await button(tab, 'Sign in').click();
}

/** Has a link sent from the sign-in page, and looks at what it says. */
async function ask(tab: Page, account: string): Promise<void> {
  await tab.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(tab, 'Forgot password').waitFor();
  await field(tab, 'User name or mail address').fill(account);
  await button(tab, 'Send link').click();
  await tab.getByText(SENT).waitFor();
}

// covers: [LOGIN-04, PASS-04]
test('without a mail server administrators are asked for links, until one is set up and tried', async () => {
  const before = await visitor();
  await before.getByText('Ask an administrator for a link').waitFor();
  await closeTabs(before.context());

  await open(server, page, SETTINGS, 'General settings');
  await card().getByText('No mail server is set up.').waitFor();
  await button(page, 'Set up mail server').click();
  await hasFocus(field(page, 'Host'));
  await field(page, 'Host').fill('127.0.0.1');
  await card().getByLabel('Encryption').selectOption('No encryption');
  await field(page, 'Port').fill('1');
  await field(page, 'Mail address of the sender').fill('waybill@example.org');
  await field(page, 'Name of the sender').fill('Waybill');
  await button(page, 'Save mail server').click();
  await card().getByText('This server would not connect').waitFor();
  await hasFocus(field(page, 'Host'));
  await look(page, 'mail-server-refused');
  await field(page, 'Port').fill(String(mails.port));
  await button(page, 'Save mail server').click();
  await card().getByText(`127.0.0.1:${mails.port}`).waitFor();
  await hasFocus(button(page, 'Edit mail server'));

  await field(page, 'Mail address for a test').fill('ann@example.org');
  await button(page, 'Send a test mail').click();
  await card().getByText('The mail server has accepted a mail to ann@example.org.').waitFor();
  expect(mails.mails().map(({ to }) => to)).toEqual([['ann@example.org']]);
  await look(page, 'mail-server');
});

// covers: [PASS-04]
test('a new user is invited by mail', async () => {
  await open(server, page, '/admin/management/users', 'Users');
  await button(page, 'Create user').click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('User name').fill('maria');
  await dialog.getByLabel('Mail address').fill(ADDRESS);
  const byMail = dialog.getByRole('checkbox', { name: 'Send the invitation by mail' });
  await expect.poll(() => byMail.isChecked()).toBe(true);
  await look(page, 'user-invited');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.getByText('maria now has an account. A mail with a link').waitFor();
  expect(await dialog.getByText('#token=').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const maria = await visitor(await mails.link(INVITATION));
  await maria.getByText('Choose a password for the account maria.').waitFor();
  await choosePassword(maria, CHOSEN);
  await signIn(maria, CHOSEN);
  await profileMenu(maria, 'maria').waitFor();
  await closeTabs(maria.context());
});

// covers: [LOGIN-04, PASS-01, PASS-02]
test('a forgotten password is replaced with the link of a mail', async () => {
  const stranger = await visitor();
  await ask(stranger, 'somebody.else');
  await button(stranger, 'Request another link').click();
  await hasFocus(field(stranger, 'User name or mail address'));
  await look(stranger, 'forgot-password');
  await closeTabs(stranger.context());

  const asking = await visitor();
  await ask(asking, ADDRESS);
  await look(asking, 'forgot-password-sent');
  const link = await mails.link(RESET);
  expect(mails.mails().filter(({ text }) => RESET.test(text))).toHaveLength(1);

  const maria = await visitor(link);
  await maria.getByText('Choose a new password for the account maria.').waitFor();
  expect(whereIs(maria)).toBe('/login/reset-password');
  // a reload does not need the mail again
  await maria.reload();
  await maria.getByText('Choose a new password for the account maria.').waitFor();
  await choosePassword(maria, 'password1', 'Change password');
  await maria.getByText('This password is among the first that attackers try.').waitFor();
  await look(maria, 'reset-password');
  await choosePassword(maria, SECOND, 'Change password');
  await maria.getByText('Your password has been changed.').first().waitFor();
  await signIn(maria, CHOSEN);
  await maria.getByText('Incorrect user name or password.').waitFor();
  await signIn(maria, SECOND);
  await profileMenu(maria, 'maria').waitFor();
  await closeTabs(maria.context());

  const again = await visitor(link);
  await heading(again, 'This link no longer works').waitFor();
  await look(again, 'reset-password-gone');
  await button(again, 'Request a new link').click();
  await heading(again, 'Forgot password').waitFor();
  await closeTabs(again.context());
  await closeTabs(asking.context());
});

// covers: [PASS-04]
test('administrators see what has come of mails, send links by mail, and remove the mail server', async () => {
  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: 'maria', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'maria' });
  await dialog.getByRole('button', { name: 'Reset password by mail' }).click();
  await dialog.getByRole('alert').getByRole('button', { name: 'Reset password by mail' }).click();
  await page.getByText('A mail with a link for a new password is on its way to maria.').waitFor();
  await mails.link(INVITATION, 2);

  await open(server, page, SETTINGS, 'General settings');
  const list = card().getByRole('list', { name: 'Newest mails' });
  const invitation = list.getByRole('listitem').filter({ hasText: 'Invitation' });
  await invitation.filter({ hasText: 'maria' }).first().waitFor();
  await expect
    .poll(async () => {
      await button(page, 'Refresh').click();
      return (await list.getByRole('listitem').first().innerText()).split('\n').at(-1);
    })
    .toBe('Sent');
  expect(await list.innerText()).not.toContain(ADDRESS);
  await look(page, 'mail-server-mails');

  await button(page, 'Remove mail server').click();
  await card().getByRole('alert').getByRole('button', { name: 'Remove' }).click();
  await card().getByText('No mail server is set up.').waitFor();
  await hasFocus(button(page, 'Set up mail server'));
  const after = await visitor('/login/forgot-password');
  await field(after, 'User name or mail address').fill('maria');
  await button(after, 'Send link').click();
  await after.getByRole('alert').waitFor();
  await closeTabs(after.context());
});
