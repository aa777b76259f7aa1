// Where users land: what they follow, what changed lately, what needs an administrator, and what the palette finds.
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeTabs, openTab } from './browser';
import { joined, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';
import { delayAnswers, tooMuchMoved, watchShifts } from './shifts';

let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let faults: string[];

servePackages(NO_FACTOR, opened => {
  ({ browser, server, page, publisher, faults } = opened);
});

const publish = (name: string, dependencies: Readonly<Record<string, string>> = {}) =>
  publisher.npm({ name, version: '1.0.0', dependencies });

const followed = (tab: Page) => tab.getByRole('region', { name: 'Packages you follow' });

const recent = (tab: Page) => tab.getByRole('list', { name: 'Recently changed' });
const attention = (tab: Page) => tab.getByRole('region', { name: /^Needs attention/ });

test('an installation without packages has nothing that changed', async () => {
  await open(server, page, '/packages', 'Packages');
  await page.getByRole('heading', { name: 'No packages yet' }).waitFor();
  expect(await recent(page).count()).toBe(0);
});

// covers: [PKG-01]
test('the list begins with what changed lately, and it stays closed', async () => {
  await publisher.terminal.create('npm-local', 'npm');
  await publish('money');
  await publish('till', { money: '^1.0.0' });
  await publish('shop', { till: '^1.0.0', absent: '*' });
  await open(server, page, '/packages', 'Packages');
  await recent(page).getByRole('link', { name: 'shop' }).waitFor();
  await expect.poll(() => recent(page).getByRole('link').allInnerTexts()).toEqual(['shop', 'till', 'money']);
  await attention(page).getByText('No security advisories have been imported.').waitFor();
  await glance(page, 'packages-lately');

  await page.getByRole('searchbox', { name: 'Search packages' }).fill('til');
  await recent(page).waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe('/packages?name=til');
  await page.getByRole('searchbox', { name: 'Search packages' }).fill('');
  await recent(page).waitFor();
  // the address follows when typing pauses: a reload before that would search again
  await expect.poll(() => whereIs(page)).toBe('/packages');

  await page.getByText('Recently changed', { exact: true }).click();
  await recent(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Recently changed', { exact: true }).waitFor();
  expect(await recent(page).count()).toBe(0);
  // what needs attention opens over the list then
  await attention(page).getByText('Needs attention (1)').click();
  await attention(page).getByText('No security advisories have been imported.').waitFor();
  await page.getByText('Recently changed', { exact: true }).click();
  await recent(page).getByRole('link', { name: 'till' }).click();
  await expect.poll(() => whereIs(page)).toBe('/packages/npm%3A%2F%2Ftill');
});

// covers: [PKG-04]
test('a package that is followed is above the list, and its next version is new until it is opened', async () => {
  await publish('ledger');
  await page.goto(`${server.origin}/ui/packages/npm%3A%2F%2Fledger`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Stop following' }).waitFor();
  const followers = page.getByText('Followers', { exact: true }).locator('xpath=following-sibling::dd');
  await expect.poll(() => followers.innerText()).toBe('1');
  await open(server, page, '/packages', 'Packages');
  await followed(page).getByText('1.0.0').waitFor();
  expect(await followed(page).getByText('New version').count()).toBe(0);

  // it comes while the page is open
  await publisher.npm({ name: 'ledger', version: '1.1.0' });
  await followed(page).getByText('1.1.0').waitFor();
  await followed(page).getByText('New version').waitFor();
  await glance(page, 'packages-followed');
  await page.reload();
  await followed(page).getByText('New version').waitFor();
  await followed(page).getByRole('link', { name: 'ledger' }).click();
  await page.getByRole('button', { name: 'Stop following' }).waitFor();
  await page.goBack();
  await followed(page).getByRole('link', { name: 'ledger' }).waitFor();
  // what was loaded before may show until the server has answered
  await expect.poll(() => followed(page).getByText('New version').count()).toBe(0);
});

// what is followed has its place, too
test('the page does not move while it is loaded', async () => {
  const tab = await openTab(page.context(), faults);
  await watchShifts(tab);
  await delayAnswers(tab);
  await tab.goto(`${server.origin}/ui/packages`);
  await recent(tab).getByRole('link', { name: 'shop' }).waitFor();
  await attention(tab).waitFor();
  await tab.waitForTimeout(500);
  expect(await tooMuchMoved(tab)).toEqual([]);
  await tab.close();
});

test('a user sees what changed, and nothing that only administrators may know', async () => {
  const bob = await joined(browser, server, page, 'bob', faults);
  const asked: string[] = [];
  bob.on('request', request => asked.push(new URL(request.url()).pathname));
  await bob.goto(`${server.origin}/ui/packages`);
  await bob.getByRole('heading', { name: 'Packages', level: 1 }).waitFor();
  await bob.waitForTimeout(500);
  expect(await attention(bob).count()).toBe(0);
  expect(asked.filter(path => /advisories|system\/status|licenses|cleanup|listBundles/.test(path))).toEqual(
    [],
  );
  await closeTabs(bob.context());
});

// covers: [PKG-02]
test('a dependency opens in place, and the graph has all of them', async () => {
  await page.goto(`${server.origin}/ui/packages/npm%3A%2F%2Fshop/1.0.0?tab=dependencies`);
  const till = page.getByRole('button', { name: 'Show what till depends on' });
  await till.waitFor();
  expect(await page.getByRole('button', { name: 'Show what absent depends on' }).count()).toBe(0);
  await till.focus();
  await press(page, 'ArrowRight');
  const below = page.getByRole('list', { name: 'What till depends on' });
  await below.getByRole('link', { name: 'money' }).waitFor();
  await below.getByText('Newest stored version: 1.0.0').waitFor();
  await press(page, 'ArrowDown');
  await hasFocus(page.getByRole('button', { name: 'Show what money depends on' }));
  await press(page, 'Enter');
  await page.getByText('It depends on no other package.').waitFor();
  await glance(page, 'package-dependency-tree');

  await page.getByRole('radio', { name: 'Graph' }).check();
  const graph = page.getByRole('region', { name: 'Graph of dependencies' });
  await graph.getByRole('link', { name: /money/ }).waitFor();
  await expect.poll(() => graph.getByRole('link').count()).toBe(2);
  await glance(page, 'package-dependency-graph');
  await graph.getByRole('link', { name: /money/ }).click();
  await expect.poll(() => whereIs(page)).toBe('/packages/npm%3A%2F%2Fmoney/1.0.0');
});

test('the palette finds users, sessions and settings', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  const search = async (text: string) => {
    await press(page, 'Control+k');
    await palette.getByRole('combobox').fill(text);
  };
  await search('bob');
  await palette.getByRole('group', { name: 'Users' }).getByRole('option', { name: /bob/ }).waitFor();
  await palette
    .getByRole('group', { name: 'Sessions' })
    .getByRole('option', { name: /^Sessions of bob/ })
    .click();
  await expect.poll(() => whereIs(page)).toMatch(/^\/session-activity\?user=/);
  await search('chrome');
  await palette
    .getByRole('group', { name: 'Sessions' })
    .getByRole('option', { name: /Chrome/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Signed-in sessions' }).waitFor();
  await press(page, 'Escape');
  await search('archive_in');
  await palette
    .getByRole('group', { name: 'Settings' })
    .getByRole('option', { name: /Searches inside archives/ })
    .click();
  await hasFocus(page.getByRole('row', { name: /Searches inside archives/ }));
  await expect.poll(() => whereIs(page)).toBe('/admin/configuration/general?setting=archive_indexing');
});
