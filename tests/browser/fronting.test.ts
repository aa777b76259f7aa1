import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab, profileMenu } from './browser';
import { setUp, statusRow } from './fixture';
import { look } from './pictures';
import { Server } from './server';
import { SLOWNESS } from './slowness';

const NO_FACTOR = '[installation.access]\nmfa_required = "nobody"\n';
const faults: string[] = [];
let peer: Server;
let server: Server;
let browser: Browser;
let page: Page;

const arrive = (heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor();

beforeAll(async () => {
  peer = await Server.start(`[installation]\nnode_id = "peer-1"\nservices = ["xray"]\n${NO_FACTOR}`);
  browser = await openBrowser();
  page = await openTab(await browser.newContext(), faults);
  await setUp(peer, page);
  await peer.kill('SIGTERM');
  const token =
    peer.ask('token', 'make', '--user', ann.name, '--data', peer.data).trim().split('\n').pop() ?? '';
  await peer.run();
  const file = join(dirname(peer.config), 'token');
  writeFileSync(file, token);
  chmodSync(file, 0o600);
  const { host, port } = new URL(peer.origin);
  const remote = `[remote]\nurl = "http://${host}/ui/api/v1"\ntoken_file = "${file}"\n`;
  server = await Server.start(`${remote}[outbound]\nallow = ["127.0.0.1/32:${port}"]\n${NO_FACTOR}`);
  await setUp(server, page);
  await page.goto(`${server.origin}/ui/login`);
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
  await peer.end();
});

// covers: [LOGV-03]
test('the log viewer shows and follows the logs of the other server', async () => {
  await page.goto(`${server.origin}/ui/admin/monitoring/system_logs`);
  await arrive('System logs');
  await expect.poll(() => page.getByLabel('Node', { exact: true }).inputValue()).toBe('peer-1');
  await page.getByLabel('File', { exact: true }).selectOption('artifactory-request.log');
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  await fetch(`${peer.origin}/ui/api/v1/mark-of-a-browser`);
  await page.getByText('mark-of-a-browser').first().waitFor();
});

// covers: [BUNDLE-04]
test('a bundle of a service that runs only there is made and can be downloaded', async () => {
  const made = await page.evaluate(async () => {
    const body = JSON.stringify({ name: 'from the front', service: 'xray' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/ui/api/v1/ui/userSupport/generateBundle', { method: 'POST', headers, body });
    return answer.status;
  });
  expect(made).toBe(200);
  await page.goto(`${server.origin}/ui/admin/support-zone`);
  const row = page.getByRole('row').filter({ hasText: 'from the front' });
  await row
    .getByText('success', { exact: false })
    .first()
    .waitFor({ timeout: 60_000 * SLOWNESS });
  await look(page, 'support-zone-of-another-platform');
});

// covers: [STATUS-01]
test('the status of the other server is shown, and kept as unavailable when that is gone', async () => {
  await page.goto(`${server.origin}/ui/admin/monitoring/service-status`);
  await arrive('Service status');
  const scanning = statusRow(page, 'Scanning').first();
  await scanning.getByText('Online', { exact: true }).waitFor();
  // the node is among the details, since this licence permits one of each service
  await page.getByRole('button', { name: 'Scanning service', expanded: false }).click();
  await page.getByRole('table', { name: 'Services' }).getByText('peer-1').waitFor();
  await peer.kill('SIGKILL');
  await scanning.getByText('Offline', { exact: true }).waitFor({ timeout: 60_000 * SLOWNESS });
  await scanning.getByText('unavailable').first().waitFor();
  await scanning.getByText('The other platform does not respond. The last known state is shown.').waitFor();
  await look(page, 'service-status-of-another-platform');
  expect(faults.filter(fault => !fault.includes('503'))).toEqual([]);
});
