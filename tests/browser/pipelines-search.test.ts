// The search for pipelines: from the search box, by its form, by an address, and where no pipelines service is.
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inside, leave, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const WITH_PIPELINES = `[installation]\nservices = ["pipelines"]\n${NO_FACTOR}`;
const TITLE = 'Pipelines search';

let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let faults: string[];

servePackages(WITH_PIPELINES, opened => {
  ({ browser, server, page, publisher, faults } = opened);
});

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const field = (of: Page) => of.getByLabel('Pipeline', { exact: true });

// covers: [SEARCH-01, BUILD-04]
test('a pipeline appears when a run of it publishes a build', async () => {
  await open(server, page, '/pipelinesSearchResults', TITLE);
  await page.getByText('No pipelines yet').waitFor();
  await glance(page, 'pipelines-search-empty');
  await publisher.terminal.create('docker-local', 'docker');
  const manifest = await publisher.image('acme/till', '1.0');
  await publisher.build('docker://acme/till', '1.0', manifest);
  await row('shop').getByText('Jenkins 2.440').waitFor();
  await row('shop').getByText('7', { exact: true }).waitFor();
  await glance(page, 'pipelines-search');
});

// covers: [SEARCH-05, SEARCH-06]
test('the search box leads to what its text finds, and the form searches for something else', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  await press(page, 'Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or go to' });
  await palette.getByRole('combobox').fill('sho');
  await palette.getByRole('option', { name: 'Search pipelines for “sho”' }).click();
  await expect.poll(() => whereIs(page)).toBe('/pipelinesSearchResults?query=name%3Asho');
  await row('shop').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('sho');

  await field(page).fill('till');
  await press(page, 'Enter');
  await expect.poll(() => whereIs(page)).toBe('/pipelinesSearchResults?query=name%3Atill');
  await page.getByText('No pipelines found').waitFor();
  await hasFocus(field(page));
  await glance(page, 'pipelines-search-without-results');

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => whereIs(page)).toBe('/pipelinesSearchResults');
  await row('shop').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
});

// covers: [SEARCH-05]
test('an address is a search, and a pipeline opens as its build', async () => {
  await open(server, page, `/pipelinesSearchResults?query=${encodeURIComponent('name:*hop*')}`, TITLE);
  await page.getByRole('rowheader', { name: 'shop' }).focus();
  await press(page, 'Enter');
  await expect.poll(() => whereIs(page)).toBe('/builds/shop');
  await page.getByRole('grid', { name: 'Runs of the build' }).waitFor();
  await page.goBack();
  await row('shop').waitFor();

  await open(server, page, '/pipelinesSearchResults?query=repo%3Anpm-local', TITLE);
  await page.getByText(/^This search has a part that does not apply here\./).waitFor();
});

// covers: [SEARCH-01]
test('where no pipelines service is, the form searches by the address', async () => {
  const other = await inside(browser, NO_FACTOR, faults);
  await open(other.server, other.page, '/pipelinesSearchResults', TITLE);
  await other.page.getByText('No pipelines yet').waitFor();
  await field(other.page).fill('my shop');
  await press(other.page, 'Enter');
  await expect.poll(() => whereIs(other.page)).toBe('/pipelinesSearchResults?query=name%3A%22my+shop%22');
  await other.page.getByText('No pipelines found').waitFor();
  await other.page.reload();
  await expect.poll(() => field(other.page).inputValue()).toBe('my shop');
  await other.page.getByRole('button', { name: 'Clear', exact: true }).click();
  await other.page.getByText('No pipelines yet').waitFor();
  await other.page.getByRole('main').getByRole('link', { name: 'Builds' }).click();
  await other.page.getByRole('heading', { level: 1, name: 'Builds' }).waitFor();
  await leave(other);
});
