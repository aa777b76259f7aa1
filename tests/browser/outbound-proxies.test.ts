// Outbound proxies from the empty list to the last deletion, with proxies that webhooks are really sent through.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { closeTabs } from './browser';
import { follow, joined, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Server } from './server';
import { Tunnels } from './tunnels';

const LIST = '/admin/proxies/configuration';
const WEBHOOKS = '/admin/configuration/webhooks';
const USER = 'waybill-user';
const PASSWORD = 'canary-proxy-password-8c20';
const CREDENTIALS = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(204).end();
});
await new Promise<void>(listens => receiver.listen(0, '127.0.0.1', listens));
const RECEIVER = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const [corporate, edge] = [await Tunnels.start(), await Tunnels.start()];

const allowed = [RECEIVER, `127.0.0.1:${corporate.port}`, `127.0.0.1:${edge.port}`];
const SETTINGS = [
  '[outbound]',
  `allow = [${allowed.map(address => `"${address.replace(':', '/32:')}"`).join(', ')}]`,
  NO_FACTOR,
].join('\n');

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];

servePackages(SETTINGS, opened => {
  ({ browser, server, page, faults } = opened);
});

afterAll(() => {
  corporate.end();
  edge.end();
  receiver.close();
  receiver.closeAllConnections();
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = () => page.getByLabel('Password', { exact: true });
const isDefault = () => page.getByRole('checkbox', { name: 'Use for webhooks' });
const row = (key: string) =>
  page
    .getByRole('grid', { name: 'Proxies' })
    .getByRole('row')
    .filter({
      has: page.getByRole('link', { name: key, exact: true }),
    });
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens the page of a proxy. */
const edit = (key: string) => open(server, page, `${LIST}/edit/${key}`, 'Edit proxy');

/** Saves the proxy of a page, which leads back to the list. */
async function save(key: string): Promise<void> {
  await button('Save changes').click();
  await shown(`The proxy ${key} was updated.`);
  await expect.poll(() => whereIs(page)).toBe(LIST);
}

/** Confirms that a proxy is deleted, which is refused for this reason. */
async function isNotDeleted(key: string, reason: string, picture: string): Promise<void> {
  await button(`Delete ${key}`).click();
  const question = dialog('Delete proxy');
  await question.getByRole('button', { name: 'Delete proxy' }).click();
  await question.getByText(reason, { exact: false }).waitFor();
  await glance(page, picture);
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'detached' });
  await row(key).waitFor();
}

// covers: [ROUTE-04]
test('without proxies the page says what they are for, and other users are not offered it', async () => {
  await open(server, page, LIST, 'Proxies');
  await page.getByText('No proxies', { exact: true }).waitFor();
  await shown('Webhooks are sent directly.');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Proxies', exact: true }).waitFor();
  await glance(page, 'outbound-proxies-empty');

  const bob = await joined(browser, server, page, 'bob', faults);
  const main = bob.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Builds' }).waitFor();
  expect(await main.getByRole('link', { name: 'Proxies', exact: true }).count()).toBe(0);
  await follow(bob, LIST);
  await bob.getByText('You are not authorized to view this page').first().waitFor();
  await expect.poll(() => whereIs(bob)).not.toContain(LIST);
  expect((await bob.request.get(`${server.origin}/ui/api/v1/proxies`)).status()).toBe(403);
  await closeTabs(bob.context());
});

// covers: [ROUTE-04]
test('a proxy is created once its fields are sound', async () => {
  await button('New proxy').click();
  await dialog('New proxy').waitFor();
  await expect.poll(() => whereIs(page)).toMatch(/\?new(=|$)/);
  await field('Key').fill('1st');
  await field('Host').fill('http://proxy.example.org');
  await field('Port').fill('70000');
  await password().fill(PASSWORD);
  await button('Create proxy').click();
  await shown('Enter 2 to 64 letters, digits, dashes and underscores, beginning with a letter.');
  await shown('Enter a name or an IP address, without a scheme or a port.');
  await shown('Enter a whole number from 1 to 65535.');
  await shown('Enter the user name that the password belongs to.');
  await hasFocus(field('Key'));
  await glance(page, 'outbound-proxy-problems');

  await field('Key').fill('corporate');
  await field('Host').fill('127.0.0.1');
  await field('Port').fill('9');
  await field('User name').fill(USER);
  await button('Create proxy').click();
  await shown('This server would not connect to this proxy');
  await hasFocus(field('Host'));
  await glance(page, 'outbound-proxy-refused');

  await field('Port').fill(String(corporate.port));
  await button('Create proxy').click();
  await shown('The proxy corporate was created.');
  await dialog('New proxy').waitFor({ state: 'detached' });
  await hasFocus(button('New proxy'));
  for (const text of ['127.0.0.1', String(corporate.port), USER, 'No'])
    await row('corporate').getByText(text, { exact: true }).waitFor();
  expect(await page.content()).not.toContain(PASSWORD);
});

// covers: [ROUTE-04]
test('one proxy alone is the default of webhooks, and stays until it is not', async () => {
  await button('New proxy').click();
  await field('Key').fill('edge');
  await field('Host').fill('127.0.0.1');
  await field('Port').fill(String(edge.port));
  await isDefault().check();
  await button('Create proxy').click();
  await row('edge').getByText('By default', { exact: true }).waitFor();
  await glance(page, 'outbound-proxies');

  await button('Edit corporate').click();
  await page.getByRole('heading', { name: 'Edit proxy', level: 1 }).waitFor();
  await isDefault().check();
  await button('Save changes').click();
  await shown("The proxy 'edge' is the default of webhooks already.");
  await hasFocus(isDefault());
  await glance(page, 'outbound-proxy-default-taken');
  await page.getByRole('link', { name: 'All proxies' }).click();
  await isNotDeleted(
    'edge',
    'Webhooks without a proxy of their own are sent through this proxy.',
    'outbound-proxy-default-stays',
  );

  await edit('edge');
  await isDefault().uncheck();
  await save('edge');
  await row('edge').getByText('No', { exact: true }).waitFor();
  await edit('corporate');
  await isDefault().check();
  await save('corporate');
  await row('corporate').getByText('By default', { exact: true }).waitFor();
});

// covers: [HOOK-01, HOOK-05]
test('a webhook is offered the proxies, and is sent through the one that it is given', async () => {
  await open(server, page, `${WEBHOOKS}/new`, 'New webhook');
  await field('Name').fill('deploys');
  await field('URL').fill(`http://${RECEIVER}/hook`);
  await page.getByRole('checkbox', { name: 'Deployed' }).check();
  await page.getByRole('checkbox', { name: 'Any local repository' }).check();
  const proxy = page.getByRole('combobox', { name: 'Proxy', exact: true });
  await expect.poll(() => proxy.locator('option').allTextContents()).toEqual(['None', 'corporate', 'edge']);

  await button('Test').click();
  await shown('A dummy hook was executed and sent to the configured URL');
  expect(corporate.asked).toEqual([{ target: RECEIVER, credentials: CREDENTIALS }]);
  expect(edge.asked).toEqual([]);

  await proxy.selectOption('edge');
  await button('Test').click();
  await expect.poll(() => edge.asked).toEqual([{ target: RECEIVER, credentials: undefined }]);
  expect(corporate.asked).toHaveLength(1);

  await proxy.selectOption('corporate');
  await glance(page, 'webhook-proxy');
  await button('Save').click();
  await expect.poll(() => whereIs(page)).toBe(WEBHOOKS);
  await open(server, page, LIST, 'Proxies');
  await row('corporate').getByText('By default, and by deploys', { exact: true }).waitFor();
});

// covers: [ROUTE-04]
test('another address wants the password again', async () => {
  await edit('corporate');
  await page.getByRole('link', { name: 'deploys', exact: true }).waitFor();
  await shown('Leave empty to keep the password.');
  await glance(page, 'outbound-proxy-editor');
  await field('Port').fill(String(edge.port));
  await shown('The stored password is not sent to another proxy: enter it again.');
  await button('Save changes').click();
  await shown('Enter the password again, or remove it.');
  await hasFocus(password());
  await glance(page, 'outbound-proxy-other-address');

  await password().fill(PASSWORD);
  await isDefault().uncheck();
  await save('corporate');
  await row('corporate').getByText(String(edge.port), { exact: true }).waitFor();
  await row('corporate').getByText('By deploys', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(PASSWORD);
});

// covers: [ROUTE-04]
test('a proxy that nothing uses is deleted after a question', async () => {
  await isNotDeleted('corporate', 'Webhooks are sent through this proxy: deploys.', 'outbound-proxy-in-use');
  const deleted = await page.request.delete(`${server.origin}/ui/api/v1/webhooks/deploys`, {
    headers: { origin: server.origin },
  });
  expect(deleted.ok(), await deleted.text()).toBe(true);

  await button('Delete corporate').click();
  const question = dialog('Delete proxy');
  await question.getByText('Delete the proxy corporate?').waitFor();
  await glance(page, 'outbound-proxy-delete');
  await hasFocus(question.getByRole('button', { name: 'Keep' }));
  await question.getByRole('button', { name: 'Delete proxy' }).click();
  await shown('The proxy corporate was deleted.');
  await question.waitFor({ state: 'detached' });
  await row('corporate').waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('grid', { name: 'Proxies' }).locator('[tabindex="0"]'));

  await button('Delete edge').click();
  await question.getByRole('button', { name: 'Delete proxy' }).click();
  await page.getByText('No proxies', { exact: true }).waitFor();
  await hasFocus(button('New proxy'));
});
