// The archive: a version that was archived on its page is gone for clients, is found by a search, and comes back.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const INDEXED = `[installation]\narchive_indexing = true\n${NO_FACTOR}`;
const PACKAGE = '/packages/npm%3A%2F%2Fshop';

let server: Server;
let page: Page;
let publisher: Publisher;

servePackages(INDEXED, async opened => {
  ({ server, page, publisher } = opened);
  await publisher.terminal.create('npm-local', 'npm');
  for (const version of ['1.0.0', '2.0.0']) await publisher.npm({ name: 'shop', version });
});

/** The versions that clients of npm are offered. */
async function offered(): Promise<string[]> {
  const answer = await fetch(`${server.origin}/artifactory/api/npm/npm-local/shop`, {
    headers: { authorization: publisher.terminal.authorization },
  });
  expect(answer.ok).toBe(true);
  return Object.keys((await answer.json()).versions).sort();
}

const row = (version: string) => page.getByRole('row').filter({ hasText: version });

async function archive(version: string): Promise<void> {
  await open(server, page, `${PACKAGE}/${version}`, 'shop');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Archive version ${version} of shop?` });
  await hasFocus(dialog.getByRole('button', { name: 'Keep' }));
  await dialog.getByText('npm-local', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => whereIs(page)).toBe(PACKAGE);
  await page.getByText(`Version ${version} of shop was archived.`, { exact: false }).waitFor();
}

// covers: [SEARCH-01]
test('an empty archive says what it is', async () => {
  await open(server, page, '/artifactoryRetention/search', 'Archive search');
  await page.getByText('The archive is empty').waitFor();
  await glance(page, 'archive-search-empty');
});

// covers: [SEARCH-01, SEARCH-03]
test('a version is archived on its page, found in the archive, and restored from there', async () => {
  await archive('1.0.0');
  await row('2.0.0').waitFor();
  await row('1.0.0').waitFor({ state: 'detached' });
  expect(await offered()).toEqual(['2.0.0']);
  await glance(page, 'package-archived');

  await page.getByRole('link', { name: 'Find it in the archive' }).click();
  await expect.poll(() => whereIs(page)).toContain('/artifactoryRetention/search?query=');
  await row('1.0.0').getByText('npm-local').waitFor();
  // the form has what the link searches for
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('shop');
  await expect.poll(() => page.getByLabel('Version', { exact: true }).inputValue()).toBe('1.0.0');
  await glance(page, 'archive-search');
  await page.getByLabel('Version', { exact: true }).fill('3.*');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No archived versions found').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('alert').getByText('Enter a name, a package type and a repository.').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => whereIs(page)).toBe('/artifactoryRetention/search');

  await row('1.0.0').getByRole('button', { name: 'Restore shop 1.0.0' }).click();
  const way = page.getByRole('link', { name: 'Show shop 1.0.0' });
  await hasFocus(way);
  await page.getByText('The archive is empty').waitFor();
  await glance(page, 'archive-search-restored');
  await way.click();
  await expect.poll(() => whereIs(page)).toBe(`${PACKAGE}/1.0.0`);
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
  expect(await offered()).toEqual(['1.0.0', '2.0.0']);
});

test('archiving is undone where it was done, and an archived version is deleted for good', async () => {
  await archive('1.0.0');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('shop 1.0.0 was restored.').waitFor();
  await expect.poll(() => whereIs(page)).toBe(`${PACKAGE}/1.0.0`);
  expect(await offered()).toEqual(['1.0.0', '2.0.0']);

  await archive('1.0.0');
  await open(server, page, '/artifactoryRetention/search', 'Archive search');
  await row('1.0.0').getByRole('button', { name: 'Delete shop 1.0.0 for good' }).click();
  await page.getByText('Delete shop 1.0.0 for good?').waitFor();
  await glance(page, 'archive-search-deletion');
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await page.getByText('The archive is empty').waitFor();
  expect(await offered()).toEqual(['2.0.0']);
});
