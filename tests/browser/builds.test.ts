// Builds: a terminal publishes them, and the pages show, compare and delete them.
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { inside, NO_FACTOR, open } from './fixture';
import { glance } from './pictures';
import type { Server } from './server';
import { Terminal } from './terminal';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let terminal: Terminal;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  terminal = new Terminal(server);
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

async function publish(name: string, number: string, dependency: string): Promise<void> {
  const sha256 = createHash('sha256').update('stored').digest('hex');
  const artifacts = [{ name: 'shop.zip', sha256 }];
  const dependencies = [{ id: dependency, sha1: '0'.repeat(40), scopes: ['compile'] }];
  await terminal.put(
    'api/build',
    JSON.stringify({
      ...{ name, number, started: `2026-01-31T12:00:0${number.at(-1)}.000+0000` },
      ...{ agent: { name: 'Jenkins', version: '2.440' }, url: 'https://ci.example/1' },
      vcs: [{ url: 'https://git.example/shop', revision: 'abc', branch: 'main' }],
      properties: { 'buildInfo.env.CI': 'true' },
      modules: [{ id: `shop:${number}`, artifacts, dependencies }],
    }),
    'application/json',
  );
}

/** Promotes a run as a server does that builds. */
async function promote(run: string, wanted: object): Promise<void> {
  const answer = await fetch(`${server.origin}/artifactory/api/build/promote/${run}`, {
    method: 'POST',
    headers: { authorization: terminal.authorization, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

// covers: [BUILD-04, BUILD-05]
test('a build appears when it is published, and its runs are read, compared and deleted', async () => {
  await terminal.create('files');
  await terminal.put('files/team/shop.zip', 'stored');
  await open(server, page, '/builds', 'Builds');
  await page.getByRole('heading', { name: 'No builds' }).waitFor();
  await page.getByText('jf rt build-publish').waitFor();
  await glance(page, 'builds-empty');

  await publish('folder/shop 100%', '1', 'log:1.0');
  await page.getByRole('grid', { name: 'Builds' }).getByText('folder/shop 100%').waitFor();
  await publish('folder/shop 100%', '2', 'log:1.1');
  await page.getByRole('grid', { name: 'Builds' }).getByText('Jenkins 2.440').waitFor();
  await glance(page, 'builds');
  await page.getByRole('grid', { name: 'Builds' }).getByText('folder/shop 100%').click();
  const runs = page.getByRole('grid', { name: 'Runs of the build' });
  await runs.getByText('2', { exact: true }).first().click();
  await page.getByText('https://git.example/shop').waitFor();
  await glance(page, 'builds-run');

  await page.getByText('Files', { exact: true }).click();
  await page.getByRole('link', { name: 'files/team/shop.zip' }).waitFor();
  await glance(page, 'builds-files');
  await page.getByText('Dependencies', { exact: true }).click();
  await page.getByText('Not stored here').waitFor();

  await page.getByText('Changes', { exact: true }).click();
  await page.getByText('Before: log:1.0').waitFor();
  await glance(page, 'builds-diff');
  await page.getByText('Build-info', { exact: true }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await page.getByRole('region', { name: 'Build-info' }).getByText('"shop.zip"').waitFor();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await runs.waitFor();
  await expect.poll(() => runs.getByText('2', { exact: true }).count()).toBe(0);
  await page.goto(`${server.origin}/ui/builds/none/1`);
  await page.getByText('There is no such build that you can read.').waitFor();
});

// covers: [BUILD-04]
test('promotions appear on the page of their run, the newest first', async () => {
  await terminal.create('release');
  await publish('shop', '7', 'log:1.0');
  await page.goto(`${server.origin}/ui/builds/shop/7`);
  await page.getByText('https://git.example/shop').waitFor();
  const promotions = page.getByRole('list', { name: 'Promotions' }).getByRole('listitem');
  expect(await promotions.count()).toBe(0);

  await promote('shop/7', { status: 'staged' });
  await promotions.getByText('staged', { exact: true }).waitFor();
  expect(await promotions.getByText('Comment', { exact: true }).count()).toBe(0);
  const comment = 'All tests of the shop passed.\nThe team of the till has agreed to it.';
  const moved = { sourceRepo: 'files', targetRepo: 'release', copy: true };
  await promote('shop/7', { status: 'released', comment, ...moved });
  await expect.poll(() => promotions.count()).toBe(2);
  const newest = promotions.first();
  for (const text of ['released', 'release', 'ann']) await newest.getByText(text, { exact: true }).waitFor();
  // its lines are kept
  expect(await newest.getByText('All tests of the shop passed.').innerText()).toBe(comment);
  await promotions.last().getByText('staged', { exact: true }).waitFor();
  await glance(page, 'builds-promotions');
  const copied = await fetch(`${server.origin}/artifactory/release/team/shop.zip`, {
    headers: { authorization: terminal.authorization },
  });
  expect(await copied.text()).toBe('stored');
});
