import { once } from 'node:events';
import { createServer, type Server as Peer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { bobIn, insideByForm, leave } from './fixture';
import type { Server } from './server';
import { ShownTexts } from './shownTexts';

const faults: string[] = [];
/** The response of the fake platform. */
const answer = { status: 502, body: '{}' };
const requested: string[] = [];
let peer: Peer;
let browser: Browser;
let server: Server;
let page: Page;

const line = (tab: Page) => tab.getByText('Retention of target bundles:').locator('..');
const visit = (tab: Page) => tab.goto(`${server.origin}/ui/release-bundles/target`);

beforeAll(async () => {
  peer = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const address = peer.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  const settings = `[remote]\nurl = "http://127.0.0.1:${address.port}"
[outbound]\nallow = ["127.0.0.1/32:${address.port}"]
[installation.access]\nmfa_required = "nobody"\n`;
  browser = await openBrowser();
  // its first page asks the other platform for nothing
  ({ server, page } = await insideByForm(browser, settings, faults));
});

afterAll(async () => {
  await leave({ server, page });
  await browser.close();
  peer.closeAllConnections();
  peer.close();
});

// covers: [RET-01]
test('a platform that fails is asked three times in all, and then it is off and said why', async () => {
  const shown = await ShownTexts.of(page, /attempt \d of 3 failed/);
  await visit(page);
  const notice =
    'There was an error while trying to fetch retention feature status: the other platform answered with the status 502';
  await page.getByText(notice, { exact: false }).waitFor();
  await line(page).getByText('treated as off, because its status could not be fetched.').waitFor();
  for (const attempt of [1, 2]) await shown.waitFor(`attempt ${attempt} of 3 failed`);
  expect(requested).toEqual(Array.from({ length: 3 }, () => '/ui/bundle/retention/config/enable'));
});

// covers: [RET-01, RET-02]
test('asked again, one that knows no retention is asked once, and one that has it on says so', async () => {
  requested.length = 0;
  answer.status = 404;
  await page.getByRole('button', { name: 'Check again' }).click();
  await line(page).getByText('off; not available on this platform.').waitFor();
  expect(requested).toHaveLength(1);
  Object.assign(answer, { status: 200, body: '{"enable":true}' });
  await page.reload();
  await expect.poll(() => line(page).innerText()).toMatch(/ on\.$/);
  expect(requested).toHaveLength(2);
});

// covers: [RET-01]
test('whoever is no administrator is told off, and nobody is asked', async () => {
  const bob = await bobIn(browser, server, faults);
  requested.length = 0;
  await visit(bob);
  await line(bob).getByText('off; only administrators can see it.').waitFor();
  expect(requested).toEqual([]);
  await closeTabs(bob.context());
  expect(faults).toEqual([]);
});
