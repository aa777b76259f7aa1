// Repositories: made, set up in a terminal, filled, changed and deleted.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser } from './browser';
import { inside, NO_FACTOR, open, whereIs } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';
import { Home } from './terminal';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
const home = new Home();

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  home.remove();
  expect(faults).toEqual([]);
});

// covers: [REPO-04, NPM-01]
test('a repository is created with the keyboard, set up as its page shows, filled with npm and deleted', async () => {
  await open(server, page, '/admin/repositories', 'Repositories');
  await page.getByText('No repositories').waitFor();
  await look(page, 'repositories-empty');
  await tabTo(page.getByRole('button', { name: 'Create repository' }));
  await press(page, 'Enter');
  const form = page.getByRole('dialog', { name: 'Create repository' });
  const key = form.getByLabel('Key');
  await expect.poll(() => key.inputValue()).toBe('npm-local');
  await form.getByLabel('Package type').selectOption('generic');
  await expect.poll(() => key.inputValue()).toBe('generic-local');
  await form.getByLabel('Package type').selectOption('npm');
  await key.fill('Shop');
  await press(page, 'Enter');
  await form.getByText('A repository key has 2 to 64').waitFor();
  await look(page, 'repository-create');
  await key.fill('shop-npm');
  await form.getByLabel('Description').fill('Packages of the shop');
  await form.getByRole('button', { name: 'Create repository' }).click();
  const dialog = page.getByRole('dialog', { name: 'shop-npm' });
  await dialog.getByRole('region', { name: 'Set up a client' }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/admin/repositories?repository=shop-npm');

  // the commands are entered as they are shown, with a token that was made for them
  const commands = dialog.getByRole('region', { name: 'Set up a client' }).getByRole('listitem');
  await commands.filter({ hasText: 'Give the client a token' }).getByText('<TOKEN>').waitFor();
  await dialog.getByRole('button', { name: 'Make a token for these commands' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(ann.password);
  await dialog.getByRole('button', { name: 'Make a token for these commands' }).click();
  await dialog.getByText('The commands below have a token').waitFor();
  await look(page, 'repository');
  const shown = async (purpose: string) =>
    (await commands.filter({ hasText: purpose }).getByRole('code').textContent()) ?? '';
  home.write('shop', 'package.json', JSON.stringify({ name: 'shop', version: '1.0.0' }));
  for (const purpose of ['Use this repository', 'Give the client a token', 'Publish']) {
    await home.enter('shop', await shown(purpose));
  }
  await home.enter('app', (await shown('Install')).replace('<PACKAGE>', 'shop'));
  expect(JSON.parse(await home.enter('app', 'npm ls --json')).dependencies.shop.version).toBe('1.0.0');

  const settings = dialog.getByRole('form', { name: 'Settings' });
  await settings.getByLabel('Quota in MiB').fill('many');
  await settings.getByText('Enter a whole number').waitFor();
  await settings.getByLabel('Quota in MiB').fill('64');
  await settings.getByLabel('Exclude patterns').fill('secret/**');
  await settings.getByLabel('Record each download').check();
  await settings.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('shop-npm was updated.').waitFor();
  await page.reload();
  await expect.poll(() => settings.getByLabel('Quota in MiB').inputValue()).toBe('64');
  await expect.poll(() => settings.getByLabel('Record each download').isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Delete repository' }).click();
  const question = dialog.getByRole('alert');
  await question.getByText('Delete shop-npm with its 1 file?').waitFor();
  await look(page, 'repository-delete');
  await question.getByRole('button', { name: 'Delete repository' }).click();
  await page.getByText('shop-npm was deleted.').waitFor();
  await page.getByText('No repositories').waitFor();
});

// covers: [REPO-04, REMOTE-03]
test('repositories of each class are created, joined in an order, and shown by their class', async () => {
  await open(server, page, '/admin/repositories/local/new', 'Repositories');
  const form = page.getByRole('dialog', { name: 'Create repository' });
  await form.getByRole('button', { name: 'Create repository' }).click();
  await page.getByText('npm-local was created.').waitFor();

  await open(server, page, '/admin/repositories/remote/new', 'Repositories');
  await expect.poll(() => form.getByLabel('Key').inputValue()).toBe('npm-remote');
  await form.getByRole('button', { name: 'Create repository' }).click();
  await form.getByText('Enter the address of the other repository.').waitFor();
  const address = form.getByLabel('Address of the other repository');
  await address.fill('ftp://registry.example.org');
  await form.getByRole('button', { name: 'Create repository' }).click();
  await form.getByText('An address begins with https:// or http://').waitFor();
  await look(page, 'repository-create-remote');
  await address.fill('https://registry.example.org/npm/');
  await form.getByRole('button', { name: 'Create repository' }).click();
  const remote = page.getByRole('dialog', { name: 'npm-remote' });
  const settings = remote.getByRole('form', { name: 'Settings' });
  await settings.getByLabel('User', { exact: true }).fill('reader');
  await settings.getByLabel('Password or token').fill('a secret of theirs');
  await settings.getByLabel('Offline').check();
  await settings.getByLabel('Fresh for, in seconds').fill('soon');
  await settings.getByText('Enter a number of seconds.').waitFor();
  await settings.getByLabel('Fresh for, in seconds').fill('3600');
  await settings.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('npm-remote was updated.').waitFor();
  await settings.getByText('One is kept.').waitFor();
  await expect.poll(() => settings.getByLabel('Password or token').inputValue()).toBe('');
  await look(page, 'repository-remote');

  await open(server, page, '/admin/repositories/virtual/new', 'Repositories');
  await form.getByRole('button', { name: 'Create repository' }).click();
  await form.getByText('Add a repository.').waitFor();
  await form.getByLabel('Add a repository').selectOption('npm-remote');
  await form.getByLabel('Add a repository').selectOption('npm-local');
  await form.getByRole('button', { name: 'Move npm-local up' }).click();
  await form.getByLabel('Uploads go to').selectOption('npm-local');
  await look(page, 'repository-create-virtual');
  await form.getByRole('button', { name: 'Create repository' }).click();
  const joined = page.getByRole('dialog', { name: 'npm-virtual' });
  await joined.getByText('Publish', { exact: true }).waitFor();
  const members = joined.getByRole('group', { name: 'Repositories' }).getByRole('listitem');
  await expect.poll(() => members.allTextContents()).toEqual(['npm-local', 'npm-remote']);
  await joined.getByRole('button', { name: 'Remove npm-local' }).click();
  await joined.getByLabel('Reserved names').fill('@acme/**');
  await joined.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('npm-virtual was updated.').waitFor();
  await page.reload();
  await expect.poll(() => members.allTextContents()).toEqual(['npm-remote']);
  await expect.poll(() => joined.getByLabel('Uploads go to').inputValue()).toBe('');
  expect(await joined.getByLabel('Record each download').count()).toBe(0);
  await look(page, 'repository-virtual');

  await open(server, page, '/admin/repositories', 'Repositories');
  await page.getByRole('radio', { name: 'Remote' }).click();
  await page.getByRole('row', { name: /npm-local/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /npm-remote/ }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/admin/repositories?class=remote');
  await page.getByRole('radio', { name: 'All' }).click();
  await page.getByRole('row', { name: /npm-virtual/ }).waitFor();
  await look(page, 'repositories');
});
