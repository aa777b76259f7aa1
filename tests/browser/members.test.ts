// Members of a project: an administrator makes a user administrator of a project, who then adds others.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { call, heading, inside, joined, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';

const MEMBERS = '/admin/management/users?projectKey=web-shop';
const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  for (const key of ['web-shop', 'other'])
    await call(server, page, 'projects', { project_key: key, display_name: `The ${key}` });
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** Fills the form of a new member. */
async function add(tab: Page, name: string, role: string): Promise<void> {
  await tab.getByRole('button', { name: 'Add member' }).first().click();
  const dialog = tab.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('User name').fill(name);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Add member' }).click();
}

const row = (tab: Page, name: string) => tab.getByRole('row').filter({ hasText: name });

// covers: [ROLE-03]
test('an administrator of a project is made on its page, and adds and removes members', async () => {
  const maria = await joined(browser, server, page, 'maria', faults);
  const carl = await joined(browser, server, page, 'carl', faults);
  await closeTabs(carl.context());

  await open(server, page, MEMBERS, 'Members');
  await page.getByText('Who belongs to the project The web-shop.').waitFor();
  await page.getByText('No members yet').waitFor();
  await add(page, 'nemo', 'Viewer');
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByText('There is no user with this name.').waitFor();
  await dialog.getByLabel('User name').fill('maria');
  await dialog.getByRole('radio', { name: 'Project administrator' }).check();
  await look(page, 'member-add');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('button', { name: 'Add member' }).first());
  await expect.poll(() => row(page, 'maria').innerText()).toMatch(/Project administrator\s+Active/);

  // The session that is open receives the role, and its menu the settings of the project.
  await open(server, maria, '/user_profile', 'Edit Profile');
  await maria.getByText('Project administrator').waitFor();
  await open(server, maria, MEMBERS, 'Members');
  await maria.getByRole('link', { name: 'Members' }).waitFor();
  await add(maria, 'carl', 'Viewer');
  await expect.poll(() => row(maria, 'carl').innerText()).toMatch(/Viewer\s+Active/);
  await look(maria, 'members');

  // With the keyboard alone: another role, and the end of the membership.
  await maria.getByRole('rowheader', { name: 'carl', exact: true }).click();
  const carls = maria.getByRole('dialog', { name: 'carl' });
  await tabTo(carls.getByRole('radio', { name: 'Viewer' }));
  await press(maria, 'ArrowUp');
  await tabTo(carls.getByRole('button', { name: 'Save' }));
  await press(maria, 'Enter');
  await maria.getByText('carl now has the role Project administrator.').waitFor();
  await carls.waitFor({ state: 'detached' });
  await maria.getByRole('rowheader', { name: 'carl', exact: true }).click();
  await tabTo(carls.getByRole('button', { name: 'Remove from project' }));
  await press(maria, 'Enter');
  await tabTo(carls.getByRole('alert').getByRole('button', { name: 'Remove from project' }));
  await press(maria, 'Enter');
  await maria.getByText('carl is no longer a member.').waitFor();
  await expect.poll(() => row(maria, 'carl').count()).toBe(0);

  // No other project, and not the users of the installation.
  for (const path of ['/admin/management/users?projectKey=other', '/admin/management/users']) {
    await maria.goto(`${server.origin}/ui${path}`);
    await expect.poll(() => whereIs(maria)).not.toContain('/admin/management/users');
    expect(await heading(maria, 'Members').count()).toBe(0);
  }
  await closeTabs(maria.context());
});
