// A Git integration from its first test to its deletion, with a GitLab server of the user's own.
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { closeTabs } from './browser';
import { joined, NO_FACTOR, open, whereIs } from './fixture';
import { GitServer } from './gitServer';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Server } from './server';

const USER = 'ann-bauer';
const TOKEN = 'canary-git-token-5e21';
const VENDOR = '/integrations/gitlab';

const LOCK = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', version: '1.0.0' },
    'node_modules/till': { version: '1.0.0' },
    'node_modules/drawer': { version: '2.0.0' },
  },
});

const gitlab = await GitServer.start(USER, TOKEN, [
  { path: 'acme/open', visibility: 'public', files: { 'README.md': '# Open' } },
  { path: 'acme/shop', visibility: 'private', files: { 'README.md': '# Shop', 'package-lock.json': LOCK } },
]);

const SETTINGS = [
  '[outbound]',
  `allow = ["127.0.0.1/32:${gitlab.port}"]`,
  '[installation]',
  'services = ["xray"]',
  'licence = "ENTERPRISE_X"',
  'features = ["git_scanning"]',
  NO_FACTOR,
].join('\n');

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];

servePackages(SETTINGS, opened => {
  ({ browser, server, page, faults } = opened);
  opened.publisher.advisory('till', '1.2.0');
});

afterAll(() => gitlab.end());

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const cards = (tab = page) => tab.getByRole('list', { name: 'Source control', exact: true });
const card = (name: string) =>
  cards()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const row = () => page.getByRole('row').filter({ hasText: 'Ours' });

// covers: [INT-01, INT-06, DET-09]
test('an administrator is offered to connect the four vendors, and other users are not', async () => {
  await open(server, page, '/integrations', 'Integrations');
  await page.getByText('Connect a service', { exact: true }).waitFor();
  for (const name of ['GitHub', 'GitLab', 'Bitbucket Cloud', 'Bitbucket Server'])
    await card(name).getByText('Disconnected', { exact: true }).waitFor();
  await glance(page, 'git-integrations-disconnected');

  const bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, '/integrations', 'Integrations');
  await bob.getByRole('list', { name: 'Developer tools' }).waitFor();
  expect(await cards(bob).count()).toBe(0);
  await open(server, bob, VENDOR, 'GitLab Integrations');
  await bob.getByText('Only administrators can manage Git integrations.').waitFor();
  await closeTabs(bob.context());
});

// covers: [INT-03, INT-04, INT-05, INT-07]
test('GitLab is connected after a test that passes', async () => {
  await button('Connect GitLab').click();
  await dialog('Connect GitLab').waitFor();
  await button('Test connection').click();
  await dialog('Connect GitLab').getByText('Integration name is required').waitFor();
  await dialog('Connect GitLab').getByText('Token is required').waitFor();
  await glance(page, 'git-integration-problems');

  await field('Integration name').fill('Ours');
  await field('User name').fill(USER);
  await field('URL').fill('gitlab.example.org');
  await field('Token').fill('another-token');
  await button('Test connection').click();
  await dialog('Connect GitLab').getByText('Enter a valid URL').waitFor();
  expect(gitlab.asked).toEqual([]);

  await field('URL').fill(gitlab.address);
  await button('Test connection').click();
  await page.getByText('Connection test failed, please check your credentials').waitFor();
  await dialog('Connect GitLab')
    .getByText('The server does not accept this user with this token.', { exact: false })
    .waitFor();
  expect(gitlab.asked).toEqual([{ path: '/api/v4/user', accepted: false }]);
  await expect.poll(() => button('Create integration').getAttribute('aria-disabled')).toBe('true');
  await glance(page, 'git-integration-test-failed');

  await field('Token').fill(TOKEN);
  await button('Test connection').click();
  await page.getByText('The connection works.').waitFor();
  await glance(page, 'git-integration-tested');
  await button('Create integration').click();
  await page.getByText(/^Successfully created /).waitFor();
  await dialog('Select a service').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Scanning' }).isChecked()).toBe(true);
  await glance(page, 'git-integration-service');
  await button('Continue').click();
  await dialog('Select a service').waitFor({ state: 'detached' });
});

// covers: [INT-01, DET-09]
test('the card of a connected vendor says so, and adds another one', async () => {
  await card('GitLab').getByText('Connected', { exact: true }).waitFor();
  await card('GitLab').getByText('1 integration', { exact: true }).waitFor();
  expect(await button('Add a GitLab integration').textContent()).toBe('+');
  await page.getByText('Connect a service', { exact: true }).waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(TOKEN);
  await glance(page, 'git-integrations-connected');
});

// covers: [INT-02]
test('the integrations of a vendor are listed, narrowed and searched', async () => {
  await card('GitLab').getByRole('link', { name: 'Scanning: 1 connection' }).click();
  await page.getByRole('heading', { name: 'GitLab Integrations', level: 1 }).waitFor();
  await expect.poll(() => whereIs(page)).toBe(`${VENDOR}?serviceName=scanning`);
  await row().getByText(gitlab.address).waitFor();
  await row().getByText('Scanning', { exact: true }).waitFor();
  await glance(page, 'git-integrations-of-vendor');
  await button('Show all').click();
  await expect.poll(() => whereIs(page)).toBe(VENDOR);
  await page.getByRole('main').getByRole('searchbox').fill('nothing has this name');
  await row().waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('searchbox').fill('ours');
  await row().waitFor();
  await page.getByRole('main').getByRole('searchbox').fill('');
});

// covers: [INT-02]
test('a repository is chosen and scanned, and an affected package is found', async () => {
  await button('Manage repositories of Ours').click();
  const sheet = dialog('Repositories of Ours');
  await sheet.getByRole('checkbox', { name: 'acme/open', exact: true }).waitFor();
  await expect.poll(() => whereIs(page)).toMatch(/\?vcsType=gitlab&integrationId=[^&]+$/);
  await sheet.getByRole('searchbox', { name: 'Search repositories' }).fill('shop');
  await sheet.getByRole('checkbox', { name: 'acme/open', exact: true }).waitFor({ state: 'detached' });
  await sheet.getByRole('checkbox', { name: 'acme/shop', exact: true }).check();
  await sheet.getByText('1 repository selected').waitFor();
  await glance(page, 'git-repositories');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The chosen repositories of Ours were saved.').waitFor();

  await sheet.getByRole('button', { name: 'Scan acme/shop', exact: true }).click();
  const result = sheet.getByRole('region', { name: 'Scan of acme/shop' });
  await result.getByText('1 affected package').waitFor();
  await result.getByText('package-lock.json', { exact: true }).first().waitFor();
  await result.getByText('2 packages').waitFor();
  const finding = result.getByRole('row').filter({ hasText: 'till' });
  for (const text of ['1.0.0', 'GHSA-aaaa-bbbb-cccc', '1.2.0'])
    await finding.getByText(text, { exact: true }).waitFor();
  await glance(page, 'git-scan');

  await sheet
    .getByRole('button', { name: 'Remove acme/shop from the chosen repositories', exact: true })
    .click();
  await sheet.getByText('No repositories are chosen.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe(VENDOR);
});

// covers: [INT-02, INT-04, INT-05]
test('another address wants the token again, and one that is not opened is refused', async () => {
  await button('Edit integration Ours').click();
  const form = dialog('Edit Ours');
  await form.getByText('Leave it empty to keep the stored token.').waitFor();
  await field('URL').fill('https://gitlab.example.org');
  await form.getByText('The stored token is not used for another URL or user.', { exact: false }).waitFor();
  await expect.poll(() => button('Save changes').getAttribute('aria-disabled')).toBe('true');
  await button('Test connection').click();
  await form.getByText('Token is required').waitFor();
  await glance(page, 'git-integration-other-address');

  const before = gitlab.asked.length;
  await field('URL').fill('http://127.0.0.1:9');
  await field('Token').fill(TOKEN);
  await button('Test connection').click();
  await form.getByText('[outbound] allow', { exact: false }).waitFor();
  expect(gitlab.asked).toHaveLength(before);

  await page.keyboard.press('Escape');
  await form.getByText('Discard what you have entered?').waitFor();
  await glance(page, 'git-integration-discard');
  await button('Discard').click();
  await form.waitFor({ state: 'detached' });
  await row().getByText(gitlab.address).waitFor();
});

// covers: [INT-02, INT-07]
test('an integration is deleted after a question', async () => {
  await button('Delete Ours').click();
  const question = dialog('Delete integration');
  await question.getByText('Delete the integration Ours?').waitFor();
  await glance(page, 'git-integration-delete');
  await question.getByRole('button', { name: 'Delete integration' }).click();
  await page.getByText(/^Successfully deleted /).waitFor();
  await page.getByText('No integrations', { exact: true }).waitFor();
  await open(server, page, '/integrations', 'Integrations');
  await card('GitLab').getByText('Disconnected', { exact: true }).waitFor();
});
