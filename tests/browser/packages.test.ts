// The package browser: what a real npm publishes is found, shown and linked to.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

let server: Server;
let page: Page;
let publisher: Publisher;

servePackages(NO_FACTOR, opened => {
  ({ server, page, publisher } = opened);
});

const publish = (name: string, version: string, more: object = {}, readme = '') =>
  publisher.npm({ name, version, ...more }, readme);

const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('without packages the page says how to begin', async () => {
  await open(server, page, '/packages', 'Packages');
  await page.getByRole('heading', { name: 'No packages yet' }).waitFor();
  await glance(page, 'packages-empty');
  expect(await page.getByRole('link', { name: 'Create a repository' }).count()).toBeGreaterThan(0);
});

// covers: [PKG-01, PKG-03, PKG-06]
test('what npm publishes is listed, narrowed by what it has in common, and linked to', async () => {
  await publisher.terminal.create('npm-local', 'npm');
  const readme =
    '# Shop\n\n<script>window.hacked = 1</script>\n![pixel](https://tracker.test/p.png)\n\nSells `things`.\n';
  const about = { description: 'Sells things', license: 'MIT', dependencies: { till: '^1.0.0' } };
  await publish('@acme/shop', '1.9.0', about, readme);
  await publish('@acme/shop', '1.10.0', about, readme);
  await publish('till', '1.0.0', { license: 'Apache-2.0', description: 'Keeps money' });
  await open(server, page, '/packages', 'Packages');
  await card('@acme/shop').getByText('1.10.0').waitFor();
  await page.getByText('2 packages').waitFor();
  await glance(page, 'packages-cards');

  await page.getByRole('searchbox', { name: 'Search packages' }).fill('sho');
  await card('till').waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe('/packages?name=sho');
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('nothing');
  await page.getByText('No packages found, please refine your search criteria').waitFor();
  await glance(page, 'packages-none');
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click();
  await page.getByRole('checkbox', { name: 'Apache-2.0' }).check();
  await card('@acme/shop').waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe('/packages?licenses=Apache-2.0');
  // The address is all that another browser needs.
  await page.reload();
  await card('till').waitFor();
  await expect.poll(() => card('@acme/shop').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Apache-2.0' }).uncheck();
  await card('@acme/shop').getByRole('link').focus();
  await press(page, 'ArrowDown');
  await hasFocus(card('till').getByRole('link'));
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.getByRole('row', { name: /@acme\/shop/ }).waitFor();
  await glance(page, 'packages-table');
  await page.getByRole('radio', { name: 'Cards' }).check();
});

// covers: [PKG-05, PKG-07, PKG-08, PKG-09]
test('a package has its versions and a version its readme, files, properties and dependencies', async () => {
  await card('@acme/shop').getByRole('link').click();
  await page.getByRole('heading', { name: '@acme/shop' }).waitFor();
  await page.getByText('npm install @acme/shop@1.10.0').waitFor();
  await glance(page, 'package');
  await page.getByText('1.9.0', { exact: true }).click();
  await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/packages/npm%3A%2F%2F%40acme%2Fshop/1.9.0');
  // Nothing of a readme runs or is loaded.
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(await page.locator('article img').count()).toBe(0);
  await glance(page, 'package-version');
  await page.getByRole('radio', { name: 'Files' }).check();
  await page.getByText('SHA-256').first().waitFor();
  await glance(page, 'package-files');
  await page.getByRole('radio', { name: 'Dependencies' }).check();
  await page.getByRole('radio', { name: 'Compare' }).check();
  await page.getByRole('list', { name: 'Files' }).getByRole('listitem').first().waitFor();
  await page.goto(`${server.origin}/ui/packages/npm%3A%2F%2F%40acme%2Fshop`);
  for (const version of ['1.10.0', '1.9.0'])
    await page.getByRole('row').filter({ hasText: version }).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Compare two versions' }).click();
  await expect
    .poll(() => whereIs(page))
    .toBe('/packages/npm%3A%2F%2F%40acme%2Fshop/1.10.0?tab=compare&version=1.9.0');
  await page.getByRole('list', { name: 'Files' }).getByRole('listitem').first().waitFor();
  await glance(page, 'package-compare');
  await page.getByRole('radio', { name: 'Dependencies' }).check();
  await page.getByRole('link', { name: 'till' }).click();
  await page.getByRole('heading', { name: 'till' }).waitFor();
  await open(server, page, '/packages/npm%3A%2F%2Fnothing', 'Packages');
  await page.getByText('There is no such package that you can read').waitFor();
  await glance(page, 'package-absent');
});

// covers: [SEARCH-01, SEARCH-05, SEARCH-06]
test('one search finds packages, versions and repositories, and leads to the results of each type', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  const search = async (text: string) => {
    await press(page, 'Control+k');
    await palette.getByRole('combobox').fill(text);
  };
  await search('sho');
  await palette
    .getByRole('group', { name: 'Packages' })
    .getByRole('option', { name: /@acme\/shop/ })
    .waitFor();
  await glance(page, 'search');
  await press(page, 'Escape');
  await search('@acme/shop@1.9');
  await palette
    .getByRole('group', { name: 'Versions' })
    .getByRole('option', { name: /1\.9\.0/ })
    .click();
  await expect.poll(() => whereIs(page)).toBe('/packages/npm%3A%2F%2F%40acme%2Fshop/1.9.0');
  await search('npm-lo');
  await palette
    .getByRole('group', { name: 'Repositories' })
    .getByRole('option', { name: /npm-local/ })
    .click();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/npm-local');
  await search('shop');
  await palette.getByRole('option', { name: 'Search packages for “shop”' }).click();
  await expect.poll(() => whereIs(page)).toBe('/packages?name=shop');
  await card('@acme/shop').waitFor();
  await search('name:shop-1.9.0 repo:npm-local');
  await palette.getByRole('option', { name: /^Search artifacts for/ }).click();
  await page.getByRole('row', { name: /shop-1\.9\.0\.tgz/ }).waitFor();
  await glance(page, 'search-artifacts');
  // the form has what was searched for, and searches for something else
  await expect.poll(() => page.getByLabel('Repositories').inputValue()).toBe('npm-local');
  await page.getByLabel('Name', { exact: true }).fill('nothing-like-it');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No artifacts found').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('alert').getByText('Enter a search text or fill in at least one field.').waitFor();
  // what was searched for is offered again
  await press(page, 'Control+k');
  await palette
    .getByRole('group', { name: 'Recent searches' })
    .getByRole('option', { name: /repo:npm-local/ })
    .first()
    .click();
  await expect.poll(() => whereIs(page)).toContain('/artifactSearchResults?query=');
});
