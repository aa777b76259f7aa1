// A webhook from its first test to a redelivery, with a receiver that really gets what happens.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { call, NO_FACTOR, open, whereIs } from './fixture';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const LIST = '/admin/configuration/webhooks';

interface Received {
  headers: IncomingHttpHeaders;
  body: { event_type: string; data: Record<string, unknown> };
}

/** A receiver on this machine; it answers with `status`. */
const receiver = { received: [] as Received[], status: 204 };

const http = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    receiver.received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    response.writeHead(receiver.status).end();
  });
});
await new Promise<void>(listens => http.listen(0, '127.0.0.1', listens));
const { port } = http.address() as AddressInfo;
const URL_OF_RECEIVER = `http://127.0.0.1:${port}/hook`;

let server: Server;
let page: Page;
let publisher: Publisher;

servePackages(`[outbound]\nallow = ["127.0.0.1/32:${port}"]\n${NO_FACTOR}`, async opened => {
  ({ server, page, publisher } = opened);
  await publisher.terminal.create('generic-local');
});

afterAll(() => {
  http.close();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

// covers: [HOOK-01]
test('without webhooks the page says what they are for', async () => {
  await open(server, page, LIST, 'Webhooks');
  await page.getByText('No webhooks').waitFor();
  await glance(page, 'webhooks-empty');
});

// covers: [HOOK-01, HOOK-02, HOOK-03]
test('a webhook is entered, tested and created', async () => {
  await button('New webhook').click();
  await expect.poll(() => whereIs(page)).toBe(`${LIST}/new`);
  await button('Save').click();
  await page.getByText('This field is mandatory').first().waitFor();
  await field('Name').fill('1st');
  await field('URL').fill('ftp://example.org');
  await button('Save').click();
  await page.getByText('Name cannot contain special characters').waitFor();
  await page.getByText('Enter a valid URL').waitFor();
  await glance(page, 'webhook-problems');

  await field('Name').fill('deploys');
  await field('URL').fill(URL_OF_RECEIVER);
  await page.getByRole('checkbox', { name: 'Deployed' }).check();
  await page.getByRole('checkbox', { name: 'Any local repository' }).check();
  await page.getByLabel('Secret', { exact: true }).first().fill('a secret of the receiver');
  await page
    .getByRole('combobox', { name: 'Use of the secret' })
    .selectOption({ label: 'Signs by the rules of Standard Webhooks' });
  await page.getByText(/^Matches 1 repository/).waitFor();
  await button('Show request').click();
  const echo = page.getByRole('dialog', { name: 'Request of the test' });
  await echo.getByText(/^POST \/.* HTTP\/1\.1\s+host: [\s\S]+webhook-signature: v1,/).waitFor();
  expect(await echo.textContent()).not.toContain('a secret of the receiver');
  expect(receiver.received).toEqual([]);
  await glance(page, 'webhook-request');
  await page.keyboard.press('Escape');
  await echo.waitFor({ state: 'detached' });
  receiver.status = 500;
  await button('Test').click();
  await page.getByText('Sending a dummy Webhook failed').waitFor();
  receiver.status = 204;
  await button('Test').click();
  await page.getByText('A dummy hook was executed and sent to the configured URL').waitFor();
  expect(receiver.received.map(({ body }) => body.data)).toEqual([{ test: true }, { test: true }]);
  await glance(page, 'webhook-tested');
  await button('Save').click();
  await expect.poll(() => whereIs(page)).toBe(LIST);
  await page.getByRole('row').filter({ hasText: 'deploys' }).waitFor();
});

// covers: [HOOK-01, HOOK-04]
test('an upload is received, is listed, and is sent again', async () => {
  await publisher.terminal.put('generic-local/team/a.txt', 'hello');
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]?.body).toMatchObject({
    event_type: 'deployed',
    data: { repo_key: 'generic-local', path: 'team/a.txt', size: 5 },
  });
  await open(server, page, `${LIST}/edit/deploys`, 'Edit webhook');
  const row = page.getByRole('row').filter({ hasText: 'generic-local/team/a.txt' });
  await row.getByText('Delivered').waitFor();
  await glance(page, 'webhook-editor');
  await row.click();
  const details = page.getByRole('dialog');
  await details.getByText('********').first().waitFor();
  // the trace leads from what the client did to what the receiver got
  const course = details.getByRole('list', { name: 'Records of this trace, oldest first' });
  await expect.poll(() => course.getByRole('listitem').count()).toBeGreaterThan(1);
  await course.getByRole('listitem').last().getByText('Sent to the receiver').waitFor();
  const trace = String(receiver.received[2]?.headers.traceparent).split('-')[1] ?? '';
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  await details.getByText(trace.replace(/^0{16}/, ''), { exact: true }).waitFor();
  await glance(page, 'webhook-delivery');
  await details.getByRole('button', { name: 'Redeliver' }).click();
  await details.getByRole('alert').getByRole('button', { name: 'Redeliver' }).click();
  await expect.poll(() => receiver.received.length).toBe(4);
  const ids = receiver.received.slice(2).map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toMatch(/^msg_/);
  expect(ids[1]).toBe(ids[0]);
  expect(await page.content()).not.toContain('a secret of the receiver');
});

// covers: [HOOK-01]
test('another address wants the secrets again, and a webhook is deleted', async () => {
  await open(server, page, `${LIST}/edit/deploys`, 'Edit webhook');
  await page.getByText('A secret is stored. It is not shown.').waitFor();
  await field('URL').fill('https://elsewhere.example.org/hook');
  await page.getByText('Stored secrets are not sent to another receiver', { exact: false }).waitFor();
  await page.getByText('A secret is stored. It is not shown.').waitFor({ state: 'detached' });

  await open(server, page, LIST, 'Webhooks');
  await button('Delete deploys').click();
  const dialog = page.getByRole('dialog', { name: 'Delete webhook' });
  await dialog.getByText('Delete the webhook deploys?').waitFor();
  await glance(page, 'webhook-delete');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks').waitFor();
});

// covers: [HOOK-01, HOOK-05]
test('events are narrowed by what there is: repositories, builds and release bundles', async () => {
  const { terminal } = publisher;
  const repository = (key: string, more: object) =>
    terminal.put(
      `api/repositories/${key}`,
      JSON.stringify({ packageType: 'generic', ...more }),
      'application/json',
    );
  await repository('generic-remote', { rclass: 'remote', url: `http://127.0.0.1:${port}/files` });
  await repository('generic-all', { rclass: 'virtual', repositories: ['generic-local'] });
  for (const name of ['shop-api', 'shop-web', 'till']) {
    const build = { name, number: '7', started: '2026-01-31T12:00:00.000+0000', modules: [] };
    await terminal.put('api/build', JSON.stringify(build), 'application/json');
    const sums = { sha256: '1'.repeat(64), sha1: '1'.repeat(40), md5: '1'.repeat(32) };
    const artifacts = [{ path: 'a.zip', size: 1, ...sums }];
    await call(server, page, 'release_bundles', { name: `${name}-bundle`, version: '1.0', artifacts });
  }
  await call(server, page, 'proxies', { key: 'corporate', host: '127.0.0.1', port });

  await open(server, page, `${LIST}/new`, 'New webhook');
  await field('Name').fill('bundles');
  await field('URL').fill(URL_OF_RECEIVER);
  const names = page.getByRole('combobox', { name: 'By Name' });
  const offered = () => names.getByRole('option').allTextContents();
  await expect.poll(offered).toEqual(['Add a repository', 'generic-local', 'generic-remote']);
  await names.selectOption('generic-remote');
  await page.getByText(/^Matches 1 repository/).waitFor();

  const about = page.getByRole('combobox', { name: 'What the events are about' });
  const suggested = () =>
    page
      .locator('datalist option')
      .evaluateAll(options => options.map(option => option.getAttribute('value')));
  const enter = async (text: string, into = names) => {
    await into.fill(text);
    await into.press('Enter');
  };
  await about.selectOption({ label: 'Builds' });
  await expect.poll(suggested).toEqual(['shop-api', 'shop-web', 'till']);
  await names.fill('api');
  await expect.poll(suggested).toEqual(['shop-api']);
  await enter('till');
  await page.getByRole('list', { name: 'By Name' }).getByText('till').waitFor();
  await enter('shop-*', field('Include patterns'));
  await page.getByText('Matches 3 builds').waitFor();
  await enter('*-web', field('Exclude patterns'));
  await page.getByText('Matches 2 builds').waitFor();

  await about.selectOption({ label: 'Received release bundles' });
  await expect.poll(suggested).toEqual(['shop-api-bundle', 'shop-web-bundle', 'till-bundle']);
  await page.getByRole('checkbox', { name: 'Received' }).check();
  await enter('shop-*', field('Include patterns'));
  await page.getByText('Matches 2 release bundles').waitFor();
  await page.getByText('Names', { exact: true }).click();
  const matched = page.getByRole('list', { name: 'Names', exact: true });
  await expect
    .poll(() => matched.getByRole('listitem').allTextContents())
    .toEqual(['shop-api-bundle', 'shop-web-bundle']);

  const proxy = page.getByRole('combobox', { name: 'Proxy' });
  await proxy.selectOption('corporate');
  await glance(page, 'webhook-lists');
  await button('Save').click();
  await expect.poll(() => whereIs(page)).toBe(LIST);
  await open(server, page, `${LIST}/edit/bundles`, 'Edit webhook');
  await page.getByRole('list', { name: 'Include patterns' }).getByText('shop-*').waitFor();
  await expect.poll(() => proxy.inputValue()).toBe('corporate');
});
