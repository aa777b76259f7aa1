import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArchive } from './archive';
import { closeTabs, openBrowser } from './browser';
import { CHOSEN, chooseServices } from './bundleForm';
import { inside, NO_FACTOR, open, statusRow } from './fixture';
import { look } from './pictures';
import type { Server } from './server';
import { SLOWNESS } from './slowness';

const SETTINGS = `[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = []
services = ["xray", "distribution", "mc", "insight", "tracker"]\n${NO_FACTOR}`;
const LOGS = '/admin/monitoring/system_logs';
const STATUS = '/admin/monitoring/service-status';
const folder = mkdtempSync(join(tmpdir(), 'waybill-walk-'));
const faults: string[] = [];
let browser: Browser;
let begun: Server | undefined;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  // a walk that was broken off has left it running
  await begun?.end();
  rmSync(folder, { recursive: true, force: true });
});

// Each station is tried in full by the test of its own page; here one administrator walks them all in one session.
// covers: [LOGV-03, STATUS-01, BUNDLE-01, BUNDLE-03, BUNDLE-04, EVT-06]
test('an administrator follows a log, sees services stop, and fetches a bundle that a crash cut off', async () => {
  const { server, page } = await inside(browser, SETTINGS, faults, ['--qa']);
  begun = server;
  const ask = (word: string) => page.evaluate(id => fetch(`/ui/api/v1/system/version?id=${id}`), word);

  await open(server, page, LOGS, 'System logs');
  await page.getByLabel('File', { exact: true }).selectOption('artifactory-request.log');
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  for (const word of ['one-of-three', 'two-of-three', 'three-of-three']) {
    await ask(word);
    await page.getByRole('log').getByText(`id=${word}`).waitFor();
  }

  await open(server, page, STATUS, 'Service status');
  const testers = page.getByRole('region', { name: 'For testers', exact: true });
  const insight = statusRow(page, 'Insight');
  await insight.getByText('Online', { exact: true }).waitFor();
  await testers.getByRole('button', { name: 'Stop Insight' }).click();
  await insight.getByText('Offline', { exact: true }).waitFor();
  await testers.getByRole('button', { name: 'Start Insight' }).click();
  await insight.getByText('Online', { exact: true }).waitFor();

  await testers.getByRole('button', { name: 'Stop Distribution' }).click();
  await statusRow(page, 'Distribution').getByText('Offline', { exact: true }).waitFor();
  await open(server, page, '/release-bundles/source', 'Release bundles');
  await page.getByText('The service behind this is not running.', { exact: false }).waitFor();
  await look(page, 'release-bundles-stopped');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(server, page, STATUS, 'Service status');
  await testers.getByRole('button', { name: 'Start Distribution' }).click();
  await statusRow(page, 'Distribution').getByText('Online', { exact: true }).waitFor();
  await open(server, page, '/release-bundles/source', 'Release bundles');
  await page.getByText('No bundles created here yet').waitFor();

  const form = page.getByRole('form', { name: 'Create support bundles' });
  const create = async (name: string, dumps: string, apartMs: string, count = 6) => {
    await page.getByRole('button', { name: 'Create bundle' }).first().click();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Thread dumps').fill(dumps);
    await form.getByLabel('Interval between dumps').fill(apartMs);
    if (count < 6) await chooseServices(form);
    await form.getByRole('button', { name: `Create ${count} bundles` }).click();
    // a server that is killed before its answer leaves the form open
    await form.waitFor({ state: 'detached' });
  };
  await open(server, page, '/admin/support-zone', 'Support zone');
  await create('cut off', '2', '60000');
  await expect.poll(() => readdirSync(join(server.data, 'support')).length).toBe(6);
  await server.kill('SIGKILL');
  await server.run();
  await expect.poll(() => page.getByText('failure').count(), { timeout: 60_000 * SLOWNESS }).toBe(6);
  expect(readdirSync(join(server.data, 'support'))).toEqual([]);

  await create('the walk', '1', '100', CHOSEN);
  await expect.poll(() => page.getByText('success').count(), { timeout: 120_000 * SLOWNESS }).toBe(CHOSEN);
  const ids = readdirSync(join(server.data, 'support'));
  expect(ids).toHaveLength(CHOSEN);
  await page.getByText('the walk', { exact: true }).first().click();
  const card = page.getByRole('dialog', { name: 'the walk' });
  await card.getByText('threads/', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download' }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const { digest } = checkArchive(path);
  await card.getByText(digest).waitFor();
  for (const id of ids) checkArchive(join(server.data, 'support', id));
  await closeTabs(page.context());
  expect(faults).toEqual([]);
});
