// Release bundles that are distributed to a second server: the target, the distribution, and the removal there.
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { closeTabs, openTab } from './browser';
import { call, joined, NO_FACTOR, open, setUp, signIn } from './fixture';
import { hasFocus } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import { Server } from './server';
import { Terminal } from './terminal';

const LIST = '/release-bundles/source';
const TITLE = 'Release bundles';
const TARGETS = 'Distribution targets';
/** Not a token of the second server. */
const CANARY = 'canary-target-token-51d7';

const port = await Server.freePort();
const SETTINGS = `[outbound]\nallow = ["127.0.0.1/32:${port}"]\n\n${NO_FACTOR}`;

let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let faults: string[];
/** What bundles are distributed to, and a tab of its administrator. */
let second: Server;
let there: Page;
let terminal: Terminal;

servePackages(SETTINGS, async opened => {
  ({ browser, server, page, publisher, faults } = opened);
  second = await Server.start(NO_FACTOR, port);
  there = await openTab(await browser.newContext(), faults);
  await setUp(second, there);
  await signIn(second, there);
  terminal = new Terminal(second);
  await publisher.terminal.create('files');
  await publisher.terminal.put('files/team/shop.zip', 'stored');
  await call(server, page, 'release_bundles/shop/1.0.0', { paths: ['files/team/shop.zip'] });
});

afterAll(async () => {
  await closeTabs(there.context());
  await second.end();
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const targets = () => dialog(TARGETS);
const sheet = () => dialog('shop 1.0.0');
const field = (name: string) => targets().getByRole('textbox', { name, exact: true });
const token = () => targets().getByLabel('Access token', { exact: true });
const press = (name: string) => targets().getByRole('button', { name, exact: true }).click();
const row = (key: string) =>
  targets()
    .getByRole('grid', { name: TARGETS })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });
const line = (number: number) =>
  sheet()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(number), exact: true }) });

/** What a client downloads from the second server. */
const received = (path: string): Promise<Response> =>
  fetch(`${second.origin}/artifactory/${path}`, { headers: { authorization: terminal.authorization } });

/** Enters a target and a token for it. */
async function enter(key: string, url: string, secret: string): Promise<void> {
  await field('Key').fill(key);
  await field('URL').fill(url);
  await token().fill(secret);
}

// covers: [HOOK-04]
test('an administrator adds the second server once the fields are sound', async () => {
  await open(server, page, LIST, TITLE);
  await page.getByRole('button', { name: TARGETS, exact: true }).click();
  await targets().getByText('No distribution targets').waitFor();
  await glance(page, 'distribution-targets-empty');

  await press('Add target');
  await enter('1st', 'ftp://waybill.example.org', '');
  await press('Add target');
  await targets().getByText('Enter 2 to 64 letters', { exact: false }).waitFor();
  await targets().getByText('Enter an address with https or http', { exact: false }).waitFor();
  await targets().getByText('Enter an access token', { exact: false }).waitFor();
  await hasFocus(field('Key'));
  await glance(page, 'distribution-target-problems');

  await enter('second', 'http://127.0.0.1:9', CANARY);
  await press('Add target');
  await targets().getByText('This server would not connect to this target', { exact: false }).waitFor();
  await hasFocus(field('URL'));
  await glance(page, 'distribution-target-refused');

  await enter('second', `${second.origin}/`, CANARY);
  await press('Add target');
  await page.getByText('The target second was added.').waitFor();
  for (const text of [second.origin, 'Stored'])
    await row('second').getByText(text, { exact: true }).waitFor();
  expect(await page.content()).not.toContain(CANARY);
});

// covers: [HOOK-04]
test('its connection is tested, and works with a token of an administrator there', async () => {
  await press('Test the connection to second');
  await targets().getByText('The target does not accept the access token', { exact: false }).waitFor();
  await glance(page, 'distribution-target-tested');

  await press('Edit second');
  const basic = terminal.authorization.slice('Basic '.length);
  await token().fill(Buffer.from(basic, 'base64').toString().slice('_:'.length));
  await glance(page, 'distribution-target-edit');
  await press('Save changes');
  await page.getByText('The target second was updated.').waitFor();
  await press('Test the connection to second');
  await targets().getByText('The connection to second works.').waitFor();
  await glance(page, 'distribution-targets');
});

// covers: [HOOK-04]
test('a target is deleted after a question', async () => {
  await press('Add target');
  await enter('third', second.origin, CANARY);
  await press('Add target');
  await row('third').waitFor();
  await press('Delete third');
  await targets().getByText('Delete the target third?').waitFor();
  await glance(page, 'distribution-target-delete');
  await press('Delete target');
  await page.getByText('The target third was deleted.').waitFor();
  await row('third').waitFor({ state: 'detached' });
  await press('Close');
  await targets().waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('button', { name: TARGETS, exact: true }));
});

// covers: [HOOK-04]
test('a bundle is distributed to the second server with its files', async () => {
  await open(server, page, `${LIST}/shop/1.0.0`, TITLE);
  await sheet().getByText('Not distributed to other installations yet.').waitFor();
  await sheet().getByRole('button', { name: 'Distribute…', exact: true }).click();
  const form = sheet().getByRole('form', { name: 'Distribute to targets' });
  await form.getByRole('checkbox', { name: 'second' }).waitFor();
  await form.getByRole('button', { name: 'Distribute', exact: true }).click();
  await form.getByText('Choose at least one target.').waitFor();
  await glance(page, 'distribution-form-problem');
  await form.getByRole('checkbox', { name: 'second' }).check();
  await form.getByRole('checkbox', { name: 'Create repositories that are missing there' }).check();
  await form.getByText('1 file to: second').waitFor();
  await glance(page, 'distribution-form');
  expect((await received('files/team/shop.zip')).status).toBe(404);

  await form.getByRole('button', { name: 'Distribute', exact: true }).click();
  await page.getByText('The distribution of shop 1.0.0 has started.').waitFor();
  await line(1).getByText('Distributed', { exact: true }).waitFor();
  for (const text of ['second', '1 file', 'ann']) await line(1).getByText(text, { exact: true }).waitFor();
  expect(await (await received('files/team/shop.zip')).text()).toBe('stored');
  await glance(page, 'distributions');

  await open(second, there, '/release-bundles/target/shop/1.0.0', TITLE);
  const arrived = there.getByRole('dialog', { name: 'shop 1.0.0', exact: true });
  await arrived.getByText('Received from another Waybill').waitFor();
  await arrived.getByText('files/team/shop.zip').waitFor();
  await glance(there, 'release-bundle-received');
});

// covers: [HOOK-04]
test('other users see the distribution, and change nothing', async () => {
  const bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, `${LIST}/shop/1.0.0`, TITLE);
  const seen = bob.getByRole('dialog', { name: 'shop 1.0.0', exact: true });
  await seen.getByText('Distributed', { exact: true }).first().waitFor();
  for (const name of [TARGETS, 'Distribute…', 'Remove from targets…'])
    expect(await bob.getByRole('button', { name, exact: true, includeHidden: true }).count()).toBe(0);
  expect((await bob.request.get(`${server.origin}/ui/api/v1/distribution_targets`)).status()).toBe(403);
  await closeTabs(bob.context());
});

// covers: [HOOK-04]
test('a bundle is removed from the second server after a question', async () => {
  await sheet().getByRole('button', { name: 'Remove from targets…', exact: true }).click();
  const form = sheet().getByRole('form', { name: 'Remove from targets' });
  await expect.poll(() => form.getByRole('checkbox', { name: 'second' }).isChecked()).toBe(true);
  await form.getByRole('button', { name: 'Remove', exact: true }).click();
  await form.getByText('Remove shop 1.0.0 from second?').waitFor();
  await glance(page, 'distribution-remove');
  await form.getByRole('alert').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('The removal of shop 1.0.0 has started.').waitFor();
  await line(2).getByText('Removed', { exact: true }).first().waitFor();
  expect((await received('files/team/shop.zip')).status).toBe(404);
  await glance(page, 'distribution-removed');
});
