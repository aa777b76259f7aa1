// Permissions, the question for what a user can do, robots, and the tokens of all accounts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser } from './browser';
import { call, inside, joined, NO_FACTOR, open } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  const settings = { description: '' };
  for (const key of ['libs', 'apps'])
    await call(server, page, 'repositories', { key, class: 'local', package_type: 'generic', settings });
  await call(server, page, 'access/api/ui/groups', { name: 'crew' });
  await closeTabs((await joined(browser, server, page, 'maria', faults)).context());
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

// covers: [PERM-05, HOOK-05]
test('a permission is created with the keyboard, and what is wrong is explained beside its field', async () => {
  await open(server, page, '/admin/permissions', 'Permissions');
  await page.getByText('No permissions yet').waitFor();
  await look(page, 'permissions-empty');
  await tabTo(page.getByRole('button', { name: 'Create permission' }));
  await press(page, 'Enter');
  const form = page.getByRole('dialog', { name: 'Create permission' });
  await form.getByLabel('Name', { exact: true }).waitFor();
  await press(page, 'Enter');
  await form.getByText('Enter a name for the permission.').waitFor();
  await form.getByText('Add at least one repository.').waitFor();
  await page.keyboard.type('Team');
  await form.getByLabel('Add repository').selectOption('libs');
  await form.getByLabel('Include patterns of libs').fill('/com');
  const user = form.getByLabel('User name');
  await user.fill('nemo');
  await press(page, 'Enter');
  await form.getByText('There is no user nemo.').waitFor();
  await user.fill('maria');
  await press(page, 'Enter');
  const row = form.getByRole('row').filter({ hasText: 'maria' });
  await row.waitFor();
  await form.getByLabel('Add group').selectOption('crew');
  await form.getByRole('checkbox', { name: 'Read for crew' }).uncheck();
  // A reload loses nothing that was entered.
  await page.reload();
  await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Team');
  await form.getByRole('button', { name: 'Create permission' }).click();
  await form.getByText('Choose at least one action for crew, or remove it.').waitFor();
  await form.getByRole('checkbox', { name: 'Write for crew' }).check();
  await form.getByRole('checkbox', { name: 'Read for Everyone' }).check();
  await form.getByRole('button', { name: 'Create permission' }).click();
  await form.getByText(/A target has 1 to 32 include patterns/).waitFor();
  await look(page, 'permission-create');
  await form.getByLabel('Include patterns of libs').fill('com/**');
  await form.getByText('everyone signed in sees release bundles', { exact: false }).waitFor();
  await form.getByLabel('Include patterns of all release bundles').fill('shop-*, a//b');
  await form.getByRole('button', { name: 'Create permission' }).click();
  const bundles = form.getByRole('group', { name: 'Release bundles' });
  await bundles.getByText(/A target has 1 to 32 include patterns/).waitFor();
  await form.getByLabel('Include patterns of all release bundles').fill('shop-*, till');
  await form.getByRole('button', { name: 'Create permission' }).click();
  await page.getByText('The permission Team was created.').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Team' }).getByText('Everyone, maria').waitFor();
  await look(page, 'permissions');
});

// covers: [PERM-05]
test('nothing entered is lost where another administrator was first, and a permission is deleted', async () => {
  await page.getByRole('rowheader', { name: 'Team', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Team' });
  await dialog.getByRole('checkbox', { name: 'Delete for maria' }).check();
  const listed = await page.request.get(`${server.origin}/ui/api/v1/permissions`);
  const { permissions } = await listed.json();
  const { artifact, revision } = permissions[0];
  const other = { revision, artifact: { ...artifact, targets: { 'ANY LOCAL': {} } } };
  const headers = { origin: server.origin };
  const path = `${server.origin}/ui/api/v1/permissions/Team`;
  expect((await page.request.put(path, { headers, data: other })).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Another administrator has changed this permission').waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'Delete for maria' }).isChecked()).toBe(true);
  await look(page, 'permission-edited-meanwhile');
  await dialog.getByRole('button', { name: 'Load current values' }).click();
  await dialog.getByRole('list').getByText('All local repositories').waitFor();
  const bundles = dialog.getByLabel('Include patterns of all release bundles');
  await expect.poll(() => bundles.inputValue()).toBe('shop-*, till');
  await bundles.fill('shop-*');
  await dialog.getByRole('checkbox', { name: 'Manage for maria' }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The permission Team was updated.').waitFor();
  const names = { names: ['Team'] };
  const patterns = await call(server, page, 'webhook-lists/permission-targets', names);
  expect(patterns).toEqual({ builds: [], bundles: ['shop-*'] });
  await look(page, 'permission');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // What it gives, and that it gives it.
  await page.getByRole('button', { name: 'Check rights' }).click();
  const question = page.getByRole('dialog', { name: 'What can a user do?' });
  await question.getByLabel('User name').fill('maria');
  await question.getByLabel('Repository').selectOption('apps');
  await question.getByRole('button', { name: 'Show rights' }).click();
  const answer = question.getByRole('table', { name: 'Rights of maria' });
  await answer
    .getByRole('row')
    .filter({ hasText: 'Manage' })
    .getByText('Permission Team, for the user')
    .waitFor();
  await answer.getByRole('row').filter({ hasText: 'Delete' }).getByText('Not allowed').waitFor();
  await look(page, 'permission-rights');
  await page.keyboard.press('Escape');

  await page.getByRole('rowheader', { name: 'Team', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete permission' }).click();
  await dialog.getByRole('alert').getByRole('button', { name: 'Delete permission' }).click();
  await page.getByText('The permission Team was deleted.').waitFor();
  await page.getByText('No permissions yet').waitFor();
});

// covers: [ROBOT-01, TOKEN-01]
test('a robot is created with a token, and its tokens are revoked on the page of all tokens', async () => {
  await open(server, page, '/admin/management/robots', 'Robots');
  await look(page, 'robots-empty');
  await page.getByRole('button', { name: 'Create robot' }).click();
  const form = page.getByRole('dialog', { name: 'Create robot' });
  await form.getByLabel('Name', { exact: true }).fill('ci');
  await form.getByLabel('What is it for?').fill('pipeline');
  await form.getByText('Only certain actions in repositories').click();
  await form.getByRole('checkbox', { name: 'Read' }).uncheck();
  await form.getByRole('button', { name: 'Create robot' }).click();
  await form.getByText('Choose at least one action.').waitFor();
  await form.getByRole('checkbox', { name: 'Write' }).check();
  await look(page, 'robot-create');
  await form.getByRole('button', { name: 'Create robot' }).click();
  await form.getByText(/waybill_[0-9a-f]{64}/).waitFor();
  await form.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('rowheader', { name: 'ci', exact: true }).click();
  const robot = page.getByRole('dialog', { name: 'ci' });
  await robot.getByText('Write in all repositories').waitFor();
  await robot.getByText('No permission names this robot.').waitFor();
  await look(page, 'robot');
  await page.keyboard.press('Escape');

  await open(server, page, '/admin/management/tokens', 'Access tokens');
  const row = page.getByRole('row').filter({ hasText: 'pipeline' });
  await row.getByText('Write in all repositories').waitFor();
  await look(page, 'tokens');
  await row.getByRole('rowheader').click();
  const token = page.getByRole('dialog', { name: 'pipeline' });
  await token.getByRole('button', { name: 'Revoke pipeline' }).click();
  await look(page, 'token');
  await token.getByRole('alert').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token was revoked.').waitFor();
  await row.waitFor({ state: 'detached' });

  await open(server, page, '/admin/management/robots', 'Robots');
  await page.getByRole('rowheader', { name: 'ci', exact: true }).click();
  await robot.getByRole('button', { name: 'Disable' }).click();
  await robot.getByRole('alert').getByRole('button', { name: 'Disable' }).click();
  await robot.getByRole('button', { name: 'Enable' }).waitFor();
  // People are listed without robots.
  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: 'maria', exact: true }).waitFor();
  expect(await page.getByRole('rowheader', { name: 'ci', exact: true }).count()).toBe(0);
});

// covers: [TOKEN-01, PERM-03]
test('the profile creates a token with a scope and shows it', async () => {
  await open(server, page, '/user_profile', 'Edit Profile');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('What is it for?').fill('laptop');
  await page.getByText('Only certain actions in repositories').click();
  await page.getByRole('combobox', { name: 'Repositories' }).click();
  await page.getByRole('option', { name: 'libs' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Your password').fill(ann.password);
  await look(page, 'profile-token-scope');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText(/waybill_[0-9a-f]{64}/).waitFor();
  const tokens = page.getByRole('list', { name: 'Your tokens' });
  await tokens.getByRole('listitem').filter({ hasText: 'laptop' }).getByText('Read in libs').waitFor();
});
