// Cleanup policies and the usage of storage: a policy is created, previewed, run, and what it removed is restored.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { inside, NO_FACTOR, open, whereIs } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';
import { Terminal } from './terminal';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let terminal: Terminal;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  terminal = new Terminal(server);
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

// covers: [CLEAN-05]
test('a cleanup policy is created with the keyboard, previewed, run, changed and deleted', async () => {
  await open(server, page, '/admin/repositories', 'Repositories');
  await page.getByRole('link', { name: 'Cleanup policies' }).click();
  await page.getByText('No cleanup policies').waitFor();
  await look(page, 'cleanup-empty');
  await tabTo(page.getByRole('button', { name: 'Create cleanup policy' }));
  await press(page, 'Enter');
  const form = page.getByRole('dialog', { name: 'Create cleanup policy' });
  await form.getByLabel('Key').fill('old');
  await press(page, 'Enter');
  await form.getByText('A policy without a criterion would remove everything').waitFor();
  await form.getByLabel('Keep the newest versions').fill('many');
  await form.getByText('Enter a whole number up to 10,000, or nothing.').waitFor();
  await form.getByLabel('Keep the newest versions').fill('3');
  await form.getByLabel('Unused for, in days').fill('90');
  await form.getByLabel('Schedule').fill('0 2 * * *');
  await look(page, 'cleanup-create');
  await form.getByRole('button', { name: 'Create cleanup policy' }).click();
  await page.getByText('old was created.').waitFor();
  const dialog = page.getByRole('dialog', { name: 'old' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Nothing would be removed now.').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/admin/repositories/cleanup?policy=old');
  await dialog.getByRole('button', { name: 'Run now' }).click();
  const question = dialog.getByRole('alert').filter({ hasText: 'Run old now?' });
  await question.getByRole('button', { name: 'Run now' }).click();
  await dialog.getByText('Completed: 0 files removed').waitFor();
  await dialog.getByRole('button', { name: 'Pause schedule' }).click();
  await dialog.getByRole('button', { name: 'Run by schedule' }).waitFor();
  await dialog.getByLabel('Keep the newest versions').fill('5');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('old was updated.').waitFor();
  await page.reload();
  await expect.poll(() => dialog.getByLabel('Keep the newest versions').inputValue()).toBe('5');
  await look(page, 'cleanup-policy');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /old/ }).getByText('Not scheduled').waitFor();
  await look(page, 'cleanup-policies');
  await page.getByRole('row', { name: /old/ }).click();
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  const removal = dialog.getByRole('alert').filter({ hasText: 'Delete the policy old?' });
  await removal.getByRole('button', { name: 'Delete policy' }).click();
  await page.getByText('old was deleted.').waitFor();
  await page.getByText('No cleanup policies').waitFor();
});

// covers: [CLEAN-05, CLEAN-03]
test('what a policy would remove is listed, and is removed by a run', async () => {
  await terminal.create('maven-local', 'maven');
  for (const version of ['1.2', '1.9', '1.10']) {
    await terminal.put(`maven-local/acme/app/${version}/app-${version}.jar`, `jar ${version}`);
  }
  await open(server, page, '/admin/repositories/cleanup?new=policy', 'Cleanup policies');
  const form = page.getByRole('dialog', { name: 'Create cleanup policy' });
  await form.getByLabel('Key').fill('versions');
  await form.getByLabel('Keep the newest versions').fill('1');
  await form.getByRole('button', { name: 'Create cleanup policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'versions' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('2 files would be removed').waitFor();
  const rows = dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  expect(await rows.getByRole('code').allTextContents()).toEqual([
    'maven-local/acme:app 1.2',
    'maven-local/acme:app 1.9',
  ]);
  await look(page, 'cleanup-preview');
  await dialog.getByRole('button', { name: 'Run now' }).click();
  const question = dialog.getByRole('alert').filter({ hasText: 'Run versions now?' });
  await question.getByRole('button', { name: 'Run now' }).click();
  await dialog.getByText('Completed: 2 files removed').waitFor();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Nothing would be removed now.').waitFor();
});

// covers: [USAGE-01]
test('the usage of storage is shown by repository and project', async () => {
  await open(server, page, '/admin/repositories/local/new', 'Repositories');
  const form = page.getByRole('dialog', { name: 'Create repository' });
  await form.getByRole('button', { name: 'Create repository' }).click();
  await page.getByText('npm-local was created.').waitFor();
  const repository = page.getByRole('dialog', { name: 'npm-local' });
  await repository.getByLabel('Quota in MiB').fill('10');
  await repository.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('npm-local was updated.').waitFor();
  await open(server, page, '/admin/repositories/usage', 'Storage usage');
  await page
    .getByRole('row', { name: /npm-local/ })
    .getByText('0%')
    .waitFor();
  await page.getByRole('row', { name: /No project/ }).waitFor();
  await look(page, 'storage-usage');
});
