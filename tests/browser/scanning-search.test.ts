// The search for versions with known vulnerabilities: from the search box, by its form, and by an address.
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inside, leave, NO_FACTOR, open, whereIs } from './fixture';
import { press } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const SCANNING = `[installation]\nservices = ["xray"]\nlicence = "ENTERPRISE_X"\n${NO_FACTOR}`;
/** A licence without scanning. */
const UNLICENSED = SCANNING.replace('ENTERPRISE_X', 'OSS');
const TITLE = 'Scanning search';

let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let faults: string[];

servePackages(SCANNING, opened => {
  ({ browser, server, page, publisher, faults } = opened);
});

const row = (version: string) => page.getByRole('row').filter({ hasText: version });
const search = () => page.getByRole('button', { name: 'Search', exact: true });

// covers: [SEARCH-01, PKG-10]
test('without a search the newest versions with findings are listed, and all versions on request', async () => {
  await publisher.terminal.create('npm-local', 'npm');
  for (const version of ['1.0.0', '1.2.0']) {
    await publisher.npm({ name: 'till', version, license: 'MIT' });
  }
  publisher.advisory('till', '1.2.0');
  await open(server, page, '/scanningSearchResults', TITLE);
  await row('1.0.0').getByText('Critical 1').waitFor();
  await row('1.0.0').getByText('MIT').waitFor();
  expect(await row('1.2.0').count()).toBe(0);
  await glance(page, 'scanning-search');
  await page.getByRole('checkbox', { name: 'Also versions without findings' }).check();
  await row('1.2.0').getByText('No known vulnerabilities').waitFor();
  const versions = () =>
    page
      .getByRole('row')
      .getByText(/^1\.\d\.0$/)
      .allInnerTexts();
  await expect.poll(versions).toEqual(['1.2.0', '1.0.0']);
  await page.getByLabel('Sort', { exact: true }).selectOption('Oldest changes first');
  await expect.poll(versions).toEqual(['1.0.0', '1.2.0']);
});

// covers: [SEARCH-05, SEARCH-06]
test('the search box leads to what its text finds, and the form searches for something else', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  await press(page, 'Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.getByRole('combobox').fill('til');
  await palette.getByRole('option', { name: 'Search scanned components for “til”' }).click();
  await expect.poll(() => whereIs(page)).toBe('/scanningSearchResults?query=name%3Atil');
  await row('1.0.0').waitFor();
  await expect.poll(() => page.getByLabel('Package', { exact: true }).inputValue()).toBe('til');

  await page.getByLabel('CVE or another identifier').fill('cve-2026-1234');
  await press(page, 'Enter');
  await expect.poll(() => whereIs(page)).toBe('/scanningSearchResults?query=name%3Atil+cve%3Acve-2026-1234');
  await row('1.0.0').waitFor();
  const low = page.getByRole('checkbox', { name: 'Low', exact: true });
  await low.check();
  await search().click();
  await page.getByText('No versions found').waitFor();
  await glance(page, 'scanning-search-without-results');

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => whereIs(page)).toBe('/scanningSearchResults');
  await row('1.0.0').waitFor();
  await expect.poll(() => low.isChecked()).toBe(false);
});

// covers: [SEARCH-05]
test('an address is a search, and a version opens with its vulnerabilities', async () => {
  const query = encodeURIComponent('cve:GHSA-aaaa-bbbb-cccc severities:critical,high');
  await open(server, page, `/scanningSearchResults?query=${query}`, TITLE);
  await row('1.0.0').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'High' }).isChecked()).toBe(true);
  await page.getByRole('rowheader', { name: 'till' }).focus();
  await press(page, 'Enter');
  await expect.poll(() => whereIs(page)).toBe('/packages/npm%3A%2F%2Ftill/1.0.0?tab=vulnerabilities');
  await page.getByRole('region', { name: 'Vulnerabilities' }).getByText('CVE-2026-1234').waitFor();
  await page.goBack();
  await row('1.0.0').waitFor();

  await open(server, page, '/scanningSearchResults?query=repo%3Anpm-local', TITLE);
  await page.getByText(/^This search has a part that does not apply here\./).waitFor();
});

// covers: [PKG-03]
test.each([
  ['service', NO_FACTOR, 'Xray is unavailable', 'Service status'],
  ['licence', UNLICENSED, 'Requires an Xray license', 'Licences'],
])('without the %s the page says so, and leads an administrator on', async (name, settings, text, link) => {
  const other = await inside(browser, settings, faults);
  await open(other.server, other.page, '/scanningSearchResults', TITLE);
  const alert = other.page.getByRole('alert');
  await alert.getByText(text, { exact: true }).waitFor();
  await glance(other.page, `scanning-search-without-${name}`);
  await alert.getByRole('link', { name: link }).click();
  await other.page.getByRole('heading', { level: 1, name: link }).waitFor();
  await leave(other);
});
