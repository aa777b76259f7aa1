import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArchive } from './archive';
import { openBrowser } from './browser';
import { CHOSEN, chooseServices } from './bundleForm';
import { inside, leave } from './fixture';
import { look } from './pictures';
import { SLOWNESS } from './slowness';

const SERVICES = ['xray', 'distribution', 'mc', 'insight', 'tracker'];
const SETTINGS = `[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = []\nservices = ${JSON.stringify(SERVICES)}
[installation.access]\nmfa_required = "nobody"\n`;
const folder = mkdtempSync(join(tmpdir(), 'waybill-bundle-'));
const faults: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

// covers: [BUNDLE-01, BUNDLE-03, BUNDLE-04, EVT-06]
test('bundles of all services are made, cut off by a crash, made again, looked into, fetched and deleted', async () => {
  const { server, page } = await inside(browser, SETTINGS, faults);
  await page.goto(`${server.origin}/ui/admin/support-zone`);
  await page.getByText('No support bundles').waitFor();
  await look(page, 'support-zone-empty');

  // two dumps a minute apart, so that the server can be killed while all six are being made
  await page.getByRole('button', { name: 'Create bundle' }).first().click();
  const form = page.getByRole('form', { name: 'Create support bundles' });
  await form.getByLabel('Name').fill('cut off');
  await form.getByLabel('Thread dumps').fill('1.5');
  await form.getByText('Enter a whole number, 0 or more.').waitFor();
  await form.getByLabel('Thread dumps').fill('2');
  await form.getByLabel('Interval between dumps').fill('60000');
  await form.getByText('before compression.', { exact: false }).first().waitFor();
  await look(page, 'support-zone-form');
  await form.getByRole('button', { name: 'Create 6 bundles' }).click();
  await page.getByText('0 of 6 services', { exact: false }).waitFor();
  await expect.poll(() => page.getByText('in progress').count()).toBe(6);
  await expect.poll(() => readdirSync(join(server.data, 'support')).length).toBe(6);
  await server.kill('SIGKILL');
  await server.run();
  await expect.poll(() => page.getByText('failure').count(), { timeout: 60_000 * SLOWNESS }).toBe(6);
  expect(readdirSync(join(server.data, 'support'))).toEqual([]);
  await page.getByText('cut off', { exact: true }).first().click();
  await page.getByText('The server stopped before the bundle was finished.').waitFor();
  await look(page, 'support-zone-failure');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByText('failure').count()).toBe(5);

  await page.getByRole('button', { name: 'Create bundle' }).click();
  await form.getByLabel('Name').fill('slow uploads');
  await chooseServices(form);
  await form.getByRole('button', { name: `Create ${CHOSEN} bundles` }).click();
  await expect.poll(() => page.getByText('success').count(), { timeout: 120_000 * SLOWNESS }).toBe(CHOSEN);
  await page.getByText('slow uploads', { exact: true }).first().click();
  const card = page.getByRole('dialog', { name: 'slow uploads' });
  expect(new URL(page.url()).search).toMatch(/^\?bundle=/);
  await card.getByText('threads/', { exact: true }).click();
  await card.getByText('dump-01.txt').waitFor();
  await look(page, 'support-zone-bundle');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^slow uploads-\w+\.zip$/);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const { files, digest } = checkArchive(path);
  expect(files).toBeGreaterThan(10);
  await card.getByText(digest).waitFor();
  await card.getByText('Once, on', { exact: false }).waitFor();
  // the address opens the same bundle, and one that does not exist says so
  const address = page.url();
  await page.reload();
  await card.getByText(digest).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');
  // a row can be fetched and deleted without being opened first
  const [fromRow] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download slow uploads, Scanning' }).click(),
  ]);
  expect(fromRow.suggestedFilename()).toBe('slow uploads-xray.zip');
  await page.getByRole('button', { name: 'Delete slow uploads, Tracker' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByText('success').count()).toBe(CHOSEN - 1);
  await page.goto(`${address}-gone`);
  await page.getByText('This bundle no longer exists.').waitFor();
  await leave({ server, page });
});

// covers: [BUNDLE-02]
test('the calls of the documents answer the console, and nobody else', async () => {
  const { server, page } = await inside(browser, SETTINGS, faults);
  const call = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([verb, at, sent]) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`/ui/api/v1/${at}`, { method: verb, headers, body: sent ?? null });
        const text = await answer.text();
        return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
      },
      [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
    );
  const quick = { name: 'by path', parameters: { thread_dump: { count: 0 } } };
  for (const path of [
    'distribution/api/v1/system/support/bundle',
    'xray/api/v1/system/support/bundle',
    'mc/api/v1/system/support/bundle',
    'insight/api/v1/system/support/bundle',
    'tracker/api/v3/pdn/system/support/bundle',
  ])
    expect([path, (await call('POST', path, quick)).status]).toEqual([path, 200]);
  expect(
    (await call('POST', 'ui/userSupport/generateBundle', { ...quick, service: 'artifactory' })).status,
  ).toBe(200);
  const rows = async () => (await call('GET', 'ui/userSupport/listBundles')).body.bundles;
  await expect
    .poll(async () => (await rows()).filter((row: { status: string }) => row.status === 'success').length, {
      timeout: 60_000 * SLOWNESS,
    })
    .toBe(6);
  const [{ id }] = await rows();
  expect((await call('GET', `ui/userSupport/downloadBundle/${id}`)).status).toBe(200);
  expect((await call('DELETE', `ui/userSupport/deleteBundle/${id}`)).status).toBe(200);
  expect((await call('DELETE', `ui/userSupport/deleteBundle/${id}`)).status).toBe(404);
  expect(await rows()).toHaveLength(5);
  expect((await call('GET', 'system/ismicroserviceenabled/mc')).body).toEqual({ enabled: true });
  const ping = await page.evaluate(async () => (await fetch('/mc/api/v4/system/ping')).text());
  expect(ping).toBe('OK');
  await page.context().clearCookies();
  expect((await call('GET', 'ui/userSupport/listBundles')).status).toBe(403);
  await leave({ server, page });
  expect(faults).toEqual([]);
});
