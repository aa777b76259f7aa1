// Groups, the details of a user, and the list of users that the server searches.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { call, heading, inside, joined, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';

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

const row = (tab: Page, name: string) => tab.getByRole('row').filter({ hasText: name });

// covers: [ROLE-03]
test('a group is created with the keyboard, gets a member, and gives the member rights', async () => {
  const maria = await joined(browser, server, page, 'maria', faults);
  await open(server, page, '/admin/management/groups', 'Groups');
  await page.getByText('No groups yet').waitFor();
  await look(page, 'groups-empty');
  await tabTo(page.getByRole('button', { name: 'Create group' }));
  await press(page, 'Enter');
  const form = page.getByRole('dialog', { name: 'Create group' });
  await form.getByLabel('Name', { exact: true }).waitFor();
  await press(page, 'Enter');
  await form.getByText('Enter a name for the group.').waitFor();
  await page.keyboard.type('Release managers');
  await look(page, 'group-create');
  // A reload loses nothing that was typed.
  const name = form.getByLabel('Name', { exact: true });
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Release managers');
  await expect.poll(() => name.evaluate(field => field === document.activeElement)).toBe(true);
  await press(page, 'Enter');
  await page.getByText('The group Release managers was created.').waitFor();
  await form.waitFor({ state: 'detached' });
  // since the reload, the address alone has opened it
  await hasFocus(heading(page, 'Groups'));

  await page.getByRole('rowheader', { name: 'Release managers', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Release managers' });
  await dialog.getByLabel('User name').fill('nemo');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await dialog.getByText('There is no user with this name.').waitFor();
  await dialog.getByLabel('User name').fill('maria');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'maria' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Administrators' }).check();
  await page.reload();
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Administrators' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The group Release managers was updated.').waitFor();
  await look(page, 'group');

  // The member's open session has the right at once, and loses it with the group.
  await open(server, maria, '/admin/management/users', 'Users');
  await row(maria, 'maria').getByText('Administrator').waitFor();
  await dialog.getByRole('button', { name: 'Delete group' }).click();
  await dialog.getByRole('alert').getByRole('button', { name: 'Delete group' }).click();
  await page.getByText('The group Release managers was deleted.').waitFor();
  await maria.goto(`${server.origin}/ui/admin/management/users`);
  await expect.poll(() => whereIs(maria)).not.toContain('/admin/management/users');
  await closeTabs(maria.context());
});

test('the details of a user are edited, and nothing typed is lost where another administrator was first', async () => {
  await call(server, page, 'access/api/ui/groups', { name: 'readers' });
  await open(server, page, '/admin/management/users', 'Users');
  const dialog = page.getByRole('dialog', { name: 'maria' });
  await page.getByRole('rowheader', { name: 'maria', exact: true }).click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: 'maria', exact: true }).click();
  await dialog.getByLabel('Mail address').fill('maria');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText(/not a mail address/).waitFor();
  await dialog.getByLabel('Mail address').fill('maria@example.org');
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check();
  await dialog.getByLabel('Groups').first().click();
  await page.getByRole('listbox', { name: 'Groups' }).getByRole('option', { name: 'readers' }).click();
  await page.keyboard.press('Escape');
  await look(page, 'user-details');
  // A reload keeps what is open and what was entered, and Back leads to the list.
  await page.reload();
  await expect.poll(() => dialog.getByLabel('Mail address').inputValue()).toBe('maria@example.org');
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Auditor' }).isChecked()).toBe(true);

  // Another administrator is first.
  const users = await page.request.get(`${server.origin}/ui/api/v1/access/api/ui/users?search=maria`);
  const [{ person }] = ((await users.json()) as { users: [{ person: string }] }).users;
  const other = await page.request.patch(`${server.origin}/ui/api/v1/access/api/ui/users/${person}`, {
    headers: { origin: server.origin },
    data: { profile_updatable: false },
  });
  expect(other.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText(/Another administrator has changed this user meanwhile/).waitFor();
  expect(await dialog.getByLabel('Mail address').inputValue()).toBe('maria@example.org');
  await look(page, 'user-edited-meanwhile');
  await dialog.getByRole('button', { name: 'Load current values' }).click();
  await expect
    .poll(() => dialog.getByRole('checkbox', { name: 'Can change their own account' }).isChecked())
    .toBe(false);
  await dialog.getByLabel('Mail address').fill('maria@example.org');
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('maria was updated.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => row(page, 'maria').innerText()).toContain('Auditor');
});

test('users are searched on the server and narrowed, and what finds nobody says so', async () => {
  await open(server, page, '/admin/management/users', 'Users');
  await row(page, 'maria').waitFor();
  const filter = page.getByRole('searchbox', { name: 'Filter Users' });
  await filter.fill('EXAMPLE.org');
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['maria']);
  await filter.fill('nobody at all');
  await page.getByText('No matching rows').waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByRole('combobox', { name: 'Role of the users' }).selectOption('Auditor');
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['maria']);
  await page.getByRole('combobox', { name: 'Status of the users' }).selectOption('Disabled');
  await page.getByText('No matching rows').waitFor();
  await look(page, 'users-none-found');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['ann', 'maria']);
});
