// A release bundle from its creation here to its deletion: from builds and from files, and its promotion.
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeTabs } from './browser';
import { joined, NO_FACTOR, open, whereIs } from './fixture';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const LIST = '/release-bundles/source';
const TITLE = 'Release bundles';

let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let faults: string[];

servePackages(NO_FACTOR, async opened => {
  ({ browser, server, page, publisher, faults } = opened);
  const { terminal } = publisher;
  await terminal.create('files');
  await terminal.put(
    'api/repositories/prod-local',
    JSON.stringify({ rclass: 'local', packageType: 'generic', environments: ['PROD'] }),
    'application/json',
  );
  await terminal.put('files/team/shop.zip', 'stored');
  const sha256 = createHash('sha256').update('stored').digest('hex');
  const modules = [{ id: 'shop:1', artifacts: [{ name: 'shop.zip', sha256 }] }];
  const build = { name: 'shop-build', number: '1', started: '2026-01-31T12:00:00.000+0000', modules };
  await terminal.put('api/build', JSON.stringify(build), 'application/json');
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const creation = () => dialog('Create release bundle');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bundles = () => page.getByRole('grid', { name: 'Source bundles' });

/** What a client downloads from a repository. */
async function download(path: string): Promise<Response> {
  const headers = { authorization: publisher.terminal.authorization };
  return fetch(`${server.origin}/artifactory/${path}`, { headers });
}

async function begin(name: string, version: string): Promise<void> {
  await button('Create release bundle').click();
  await creation().getByLabel('Name', { exact: true }).fill(name);
  await creation().getByLabel('Version', { exact: true }).fill(version);
}

const create = () => creation().getByRole('button', { name: 'Create release bundle' }).click();

// covers: [HOOK-04]
test('an administrator creates a bundle from files, and is told at the field what is missing', async () => {
  await open(server, page, LIST, TITLE);
  await page.getByText('No bundles created here yet').waitFor();
  await button('Create release bundle').click();
  await create();
  await creation().getByText('Enter a name.').waitFor();
  await creation().getByText('Enter the name and the number of each build.').waitFor();
  await glance(page, 'release-bundle-create-builds');

  await creation().getByLabel('Name', { exact: true }).fill('shop');
  await creation().getByLabel('Version', { exact: true }).fill('1.0.0');
  await creation().getByText('Files', { exact: true }).click();
  await creation().getByRole('textbox', { name: 'Files' }).fill('files/team/none.zip');
  await create();
  await creation().locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
  await glance(page, 'release-bundle-create-files');

  await creation().getByRole('textbox', { name: 'Files' }).fill('files/team/shop.zip\n');
  await create();
  await page.getByText('shop 1.0.0 was created.').waitFor();
  await dialog('shop 1.0.0').getByText('files/team/shop.zip').waitFor();
  await expect.poll(() => whereIs(page)).toBe(`${LIST}/shop/1.0.0`);
  await glance(page, 'release-bundle-created');
});

// covers: [HOOK-04]
test('its promotion is previewed, copies the file, and is listed', async () => {
  const sheet = dialog('shop 1.0.0');
  const promote = sheet.getByRole('button', { name: 'Promote' });
  await promote.click();
  const environment = sheet.getByLabel('Environment', { exact: true });
  await environment.waitFor();
  await promote.click();
  await sheet.getByText('Choose an environment.').waitFor();
  await environment.selectOption('PROD');
  await sheet.getByText('1 file to: prod-local').waitFor();

  const excluded = sheet.getByRole('combobox', { name: 'Not to these repositories' });
  await excluded.click();
  const offered = page.getByRole('listbox', { name: 'Not to these repositories' });
  await offered.getByRole('option', { name: 'prod-local' }).click();
  await sheet.getByText('the package type generic', { exact: false }).waitFor();
  await expect.poll(() => promote.getAttribute('aria-disabled')).toBe('true');
  await glance(page, 'release-bundle-promotion-refused');
  await excluded.press('Backspace');
  await sheet.getByText('1 file to: prod-local').waitFor();
  // closes what is offered
  await environment.focus();
  expect((await download('prod-local/team/shop.zip')).status).toBe(404);
  await glance(page, 'release-bundle-promotion');
  await promote.click();
  await page.getByText('shop 1.0.0 was promoted to PROD.').waitFor();
  const row = sheet.getByRole('row').filter({ hasText: 'PROD' });
  await row.getByText('Completed, 1 file').waitFor();
  await row.getByText('ann', { exact: true }).waitFor();
  expect(await (await download('prod-local/team/shop.zip')).text()).toBe('stored');
  await glance(page, 'release-bundle-promoted');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await bundles().getByText('PROD', { exact: true }).waitFor();
  await glance(page, 'release-bundles-created');
});

// covers: [HOOK-04]
test('a bundle is created from a build', async () => {
  await begin('web', '2.0.0');
  await creation().getByLabel('Build name', { exact: true }).fill('shop-build');
  await creation().getByLabel('Build number', { exact: true }).fill('1');
  await create();
  await page.getByText('web 2.0.0 was created.').waitFor();
  await dialog('web 2.0.0')
    .getByText(/\/team\/shop\.zip$/)
    .waitFor();
  await dialog('web 2.0.0').getByRole('button', { name: 'Close' }).click();
  await bundles().getByText('2.0.0', { exact: true }).waitFor();
});

// covers: [HOOK-04]
test('other users see the bundles, and change none', async () => {
  const bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, `${LIST}/shop/1.0.0`, TITLE);
  await bob.getByRole('dialog', { name: 'shop 1.0.0' }).getByText('Created here (source)').waitFor();
  for (const name of ['Create release bundle', 'Promote', 'Delete'])
    expect(await bob.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0);
  await closeTabs(bob.context());
});

// covers: [HOOK-04]
test('a bundle is deleted after a question, and its files stay', async () => {
  await bundles().getByText('1.0.0', { exact: true }).click();
  const sheet = dialog('shop 1.0.0');
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await sheet.getByText('Delete shop 1.0.0?').waitFor();
  await glance(page, 'release-bundle-delete');
  await sheet.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('shop 1.0.0 was deleted.').waitFor();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => bundles().getByText('1.0.0', { exact: true }).count()).toBe(0);
  await expect.poll(() => whereIs(page)).toBe(LIST);
  expect((await download('files/team/shop.zip')).status).toBe(200);
  expect((await download('prod-local/team/shop.zip')).status).toBe(200);
});
