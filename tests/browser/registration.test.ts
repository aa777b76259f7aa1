// Accounts that visitors create: from the switch in the general settings to the approval of an administrator.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { heading, NO_FACTOR, open, setUpAndLogIn, whereIs } from './fixture';
import { MailServer } from './mailServer';
import { look } from './pictures';
import { Server } from './server';

const SETTINGS = '/admin/configuration/general';
const PASSWORD = 'seven blue staples 9';
const LINK = /http\S+\/ui\/login\/registration#token=\S+/;
const SENT = 'A mail that says how to continue is on its way to you.';

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

const card = () => page.getByRole('region', { name: 'Registration' });
const field = (tab: Page, name: string) => tab.getByLabel(name, { exact: true });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });

/** A tab of a visitor. */
async function visitor(address = '/login'): Promise<Page> {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(address.startsWith('http') ? address : `${server.origin}/ui${address}`);
  return tab;
}

/** Asks for an account from the sign-in page. */
async function ask(tab: Page, name: string, address: string): Promise<void> {
  await tab.getByRole('link', { name: 'Create an account' }).click();
  await heading(tab, 'Register').waitFor();
  await field(tab, 'User name').fill(name);
  await field(tab, 'Mail address').fill(address);
  await button(tab, 'Send link').click();
}

async function choose(tab: Page, password: string): Promise<void> {
  await field(tab, 'Password').fill(password);
  await field(tab, 'Password again').fill(password);
  await button(tab, 'Set password').click();
}

async function signIn(tab: Page, name: string): Promise<void> {
  await heading(tab, 'Sign in').waitFor();
  await field(tab, 'User name').fill(name);
  await field(tab, 'Password').fill(PASSWORD);
  await button(tab, 'Sign in').click();
}

/** The link in the newest of so many mails. */
const linkOf = async (count: number) => {
  const { text } = await mails.arrived(LINK, count);
  return LINK.exec(text)?.[0] ?? '';
};

// covers: [PASS-04]
test('an administrator lets visitors create accounts', async () => {
  const before = await visitor();
  await button(before, 'Sign in').waitFor();
  expect(await before.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
  await before.goto(`${server.origin}/ui/login/registration`);
  await before.getByText('Visitors cannot create accounts here.').waitFor();
  await look(before, 'registration-off');
  await closeTabs(before.context());

  await open(server, page, SETTINGS, 'General settings');
  await button(page, 'Set up mail server').click();
  await field(page, 'Host').fill('127.0.0.1');
  await page.getByLabel('Encryption').selectOption('No encryption');
  await field(page, 'Port').fill(String(mails.port));
  await field(page, 'Mail address of the sender').fill('waybill@example.org');
  await button(page, 'Save mail server').click();
  await page.getByText(`127.0.0.1:${mails.port}`).waitFor();

  await card().getByText('Visitors can create accounts').click();
  await card().getByLabel('Mail domains').fill('@example.org');
  await card().getByRole('button', { name: 'Save' }).click();
  await card().getByText('Write domains like example.org').waitFor();
  await card().getByLabel('Mail domains').fill('example.org');
  await card().getByRole('button', { name: 'Save' }).click();
  await card().getByText('On', { exact: true }).waitFor();
  await look(page, 'registration-settings');
});

// covers: [ROUTE-01, PASS-04]
test('a visitor creates an account with the link of a mail and signs in', async () => {
  const asking = await visitor();
  await ask(asking, 'carol', 'carol@example.com');
  await asking.getByText('certain domains').waitFor();
  await look(asking, 'registration');
  await field(asking, 'Mail address').fill('carol@example.org');
  await button(asking, 'Send link').click();
  await asking.getByText(SENT).waitFor();
  await look(asking, 'registration-sent');
  const link = await linkOf(1);
  await closeTabs(asking.context());

  const carol = await visitor(link);
  await carol.getByText('Choose a password for your new account carol.').waitFor();
  expect(whereIs(carol)).toBe('/login/registration');
  // a reload neither needs the mail again nor spends the link
  await carol.reload();
  await carol.getByText('Choose a password for your new account carol.').waitFor();
  await look(carol, 'registration-password');
  await choose(carol, PASSWORD);
  await carol.getByText('Your account has been created.').first().waitFor();
  await signIn(carol, 'carol');
  await profileMenu(carol, 'carol').waitFor();
  await closeTabs(carol.context());

  const again = await visitor(link);
  await heading(again, 'This link no longer works').waitFor();
  await button(again, 'Create an account').click();
  await field(again, 'Mail address').waitFor();
  await closeTabs(again.context());
});

// covers: [PASS-04]
test('an account awaits the approval of an administrator where that is set', async () => {
  await open(server, page, SETTINGS, 'General settings');
  await card().getByText('An administrator approves new accounts').click();
  // this one has no mail address
  await card().getByText('Mails about accounts that await approval do not reach you').waitFor();
  await card().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Registration was updated.').first().waitFor();

  const asking = await visitor();
  await ask(asking, 'dan', 'dan@example.org');
  await asking.getByText(SENT).waitFor();
  await closeTabs(asking.context());
  const dan = await visitor(await linkOf(2));
  await choose(dan, PASSWORD);
  await dan.getByText('once an administrator has approved it').waitFor();
  // it stays until it is read
  expect(whereIs(dan)).toBe('/login/registration');
  await look(dan, 'registration-waits');
  await button(dan, 'Go to sign-in').click();
  await signIn(dan, 'dan');
  await dan.getByText('Incorrect user name or password.').waitFor();

  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: 'dan', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'dan' });
  await look(page, 'user-pending');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('alert').getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Disable' }).waitFor();
  await mails.arrived('An administrator has approved the account');
  await signIn(dan, 'dan');
  await profileMenu(dan, 'dan').waitFor();
  await closeTabs(dan.context());
});
