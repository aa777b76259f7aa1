// Users: an administrator creates one, who chooses a password with a link in another browser, and what is done then.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { heading, inside, NO_FACTOR, open, whereIs } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';

const PASSWORD = 'seven blue staples 9';
const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** Creates a user with the keyboard alone, and returns the link for the password. */
async function created(name: string): Promise<string> {
  await open(server, page, '/admin/management/users', 'Users');
  await tabTo(page.getByRole('button', { name: 'Create user' }));
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('User name').waitFor();
  await page.keyboard.type(name);
  await press(page, 'Enter');
  const link = await dialog.getByText('/ui/login/invitation#token=').innerText();
  await look(page, 'user-created');
  await tabTo(dialog.getByRole('button', { name: 'Done' }));
  await press(page, 'Enter');
  await dialog.waitFor({ state: 'detached' });
  return link;
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

/** Does something in the dialog of a user, and opens it first where it is not open. */
async function done(name: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  if ((await dialog.count()) === 0) await page.getByRole('rowheader', { name, exact: true }).click();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  const confirm = dialog.getByRole('alert').getByRole('button', { name: action });
  await confirm.click();
  await confirm.waitFor({ state: 'detached' });
}

const closed = async (name: string) => {
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
};

async function signIn(tab: Page, name: string): Promise<void> {
  await tab.getByLabel('User name', { exact: true }).fill(name);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Sign in' }).click();
}

async function choose(tab: Page, password: string, again = password): Promise<void> {
  await tab.getByLabel('Password', { exact: true }).fill(password);
  await tab.getByLabel('Password again', { exact: true }).fill(again);
  await tab.getByRole('button', { name: 'Set password' }).click();
}

test('a new user chooses a password with the link, signs in, and becomes an administrator', async () => {
  const link = await created('maria');
  await expect.poll(() => row('maria').innerText()).toContain('Waiting for a password');

  const maria = await openTab(await browser.newContext(), faults);
  await maria.goto(link);
  await heading(maria, 'Invitation').waitFor();
  await maria.getByText('Choose a password for the account maria.').waitFor();
  expect(maria.url()).toBe(`${server.origin}/ui/login/invitation`);
  await look(maria, 'invitation');
  await choose(maria, PASSWORD, 'something else');
  await maria.getByText('The passwords do not match.').waitFor();
  await choose(maria, 'password1');
  await maria.getByText('This password is among the first that attackers try.').waitFor();
  await choose(maria, PASSWORD);
  await heading(maria, 'Sign in').waitFor();
  await signIn(maria, 'maria');
  await profileMenu(maria, 'maria').waitFor();

  const again = await openTab(await browser.newContext(), faults);
  await again.goto(link);
  await heading(again, 'This link no longer works').waitFor();
  await again.getByRole('button', { name: 'Go to sign-in' }).click();
  await heading(again, 'Sign in').waitFor();
  await closeTabs(again.context());

  await open(server, page, '/admin/management/users', 'Users');
  await done('maria', 'Make administrator');
  await page.getByText('maria was updated.').waitFor();
  await look(page, 'user-actions');
  await closed('maria');
  await expect.poll(() => row('maria').innerText()).toMatch(/Administrator\s+Active/);
  await open(server, maria, '/admin/management/users', 'Users');
  await done('maria', 'End sessions');
  await page.getByText('One session was ended.').waitFor();
  await closed('maria');
  await heading(maria, 'Sign in').waitFor();
  await closeTabs(maria.context());
});

test('a reset makes another link, and a disabled user does not get in', async () => {
  await open(server, page, '/admin/management/users', 'Users');
  await done('maria', 'Reset password');
  const link = await page.getByRole('dialog').getByText('/ui/login/invitation#token=').innerText();
  await done('maria', 'Disable');
  await closed('maria');
  await expect.poll(() => row('maria').innerText()).toContain('Disabled');

  const maria = await openTab(await browser.newContext(), faults);
  await maria.goto(link);
  await heading(maria, 'This link no longer works').waitFor();
  await closeTabs(maria.context());

  await done('maria', 'Enable');
  await closed('maria');
  await expect.poll(() => row('maria').innerText()).toContain('Must change password');
});

test('without a link the page leads to sign-in, and the last administrator stays one', async () => {
  const visitor = await openTab(await browser.newContext(), faults);
  await visitor.goto(`${server.origin}/ui/login/invitation`);
  await heading(visitor, 'Sign in').waitFor();
  await expect.poll(() => whereIs(visitor)).toContain('logout=true');
  await closeTabs(visitor.context());

  await open(server, page, '/admin/management/users/edit/nobody', 'Users');
  await page.getByText('There is no user nobody.').waitFor();
  await open(server, page, '/admin/management/users/edit/MARIA', 'Users');
  await page.getByRole('dialog', { name: 'maria' }).waitFor();
  await done('maria', 'Remove administrator role');
  await closed('maria');
  await expect.poll(() => whereIs(page)).toBe('/admin/management/users');
  await done('ann', 'Disable');
  await page.getByText(/last administrator/).waitFor();
  await closed('ann');
  await open(server, page, '/admin/management/users/new', 'Users');
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.getByText('Enter a user name.').waitFor();
  await dialog.getByLabel('User name').fill('MARIA');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.getByText(/name is taken/).waitFor();
  await closed('Create user');
  await expect.poll(() => whereIs(page)).toBe('/admin/management/users');
});
