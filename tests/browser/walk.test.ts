// From a click to the file: an administrator creates a repository, publishes with npm, works in the tree, and QA
// replays what the session recorded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser } from './browser';
import { drop, inside, NO_FACTOR, open, whereIs } from './fixture';
import { look } from './pictures';
import type { Server } from './server';
import { Home } from './terminal';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
const home = new Home();

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  home.remove();
  expect(faults).toEqual([]);
});

const item = (name: string) => page.getByRole('treeitem').filter({ has: page.locator(`[title="${name}"]`) });
const panel = () => page.getByRole('region', { name: 'Details' });

/** Creates a repository with the form of the page. */
async function create(packageType: string, key: string) {
  await open(server, page, '/admin/repositories/local/new', 'Repositories');
  const form = page.getByRole('dialog', { name: 'Create repository' });
  await form.getByLabel('Package type').selectOption(packageType);
  await form.getByLabel('Key').fill(key);
  await form.getByRole('button', { name: 'Create repository' }).click();
  const dialog = page.getByRole('dialog', { name: key });
  await dialog.getByRole('region', { name: 'Set up a client' }).waitFor();
  return dialog;
}

// covers: [SCN-06, AUD-07]
test('a repository is created, filled from a terminal and by dragging, and all of it is replayed', async () => {
  await create('generic', 'files');
  const dialog = await create('npm', 'shop-npm');
  await dialog.getByRole('button', { name: 'Make a token for these commands' }).click();
  await dialog.getByLabel('Your password', { exact: true }).fill(ann.password);
  await dialog.getByRole('button', { name: 'Make a token for these commands' }).click();
  await dialog.getByText('The commands below have a token').waitFor();
  const commands = dialog.getByRole('region', { name: 'Set up a client' }).getByRole('listitem');
  const copied: string[] = [];
  for (const purpose of ['Use this repository', 'Give the client a token', 'Publish'])
    copied.push((await commands.filter({ hasText: purpose }).getByRole('code').textContent()) ?? '');

  // the tree is open while npm publishes in a terminal
  await open(server, page, '/repos/tree/General/shop-npm', 'Artifacts');
  await page.getByText('This folder is empty.').waitFor();
  home.write('shop', 'package.json', JSON.stringify({ name: 'shop', version: '1.0.0' }));
  for (const command of copied) await home.enter('shop', command);
  await item('shop').waitFor();
  await item('shop').click();
  await item('-').click();
  await item('shop-1.0.0.tgz').waitFor();

  // a file is dragged in, downloaded, deleted and restored
  await open(server, page, '/repos/tree/General/files', 'Artifacts');
  await drop(page, item('files'), 'notes.txt', 'what we know');
  await item('notes.txt').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel().getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe('what we know');
  await panel().getByRole('button', { name: 'Move to trash' }).click();
  await panel().getByRole('alert').getByRole('button', { name: 'Move to trash' }).click();
  await item('notes.txt').waitFor({ state: 'detached' });
  await item('files').click();
  await panel().getByRole('button', { name: 'Trash', exact: true }).click();
  await panel().getByRole('button', { name: 'Restore notes.txt' }).click();
  await item('notes.txt').waitFor();

  // the session's records lead from the click to the file
  await open(server, page, '/session-activity', 'Session activity');
  await page.getByRole('button', { name: 'ann stored the file notes.txt' }).click();
  const record = page.getByRole('region', { name: /^Record \d+$/ });
  await record.getByRole('link', { name: 'files/notes.txt' }).waitFor();
  await look(page, 'walk-activity');
  await page.setViewportSize({ width: 1440, height: 900 });
  await record.getByRole('button', { name: /^Record #\d+$/ }).click();
  await record.getByText('"route": "repos.tree"').first().waitFor();
  await page.getByRole('button', { name: 'ann moved the file notes.txt to the trash' }).click();
  await record.getByRole('link', { name: 'files/notes.txt' }).click();
  await panel().getByRole('heading', { name: 'notes.txt' }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/files/notes.txt');

  // and are replayed as a scenario
  await server.kill('SIGTERM');
  const sessions = JSON.parse(server.ask('audit', 'list', '--json', '--data', server.data));
  const scenario = join(home.path, 'walk.scn.yaml');
  server.ask('scenario', 'record', sessions[0].session, '-o', scenario, '--data', server.data);
  const steps = readFileSync(scenario, 'utf8');
  for (const step of [
    'navigation.go: {path: /repos/tree/General/files/notes.txt',
    'repository/n1.create:',
    'repository/n2.create:',
    'package/n1.deploy:',
    'package/n1.trash:',
    'package/n1.restore:',
  ])
    expect(steps).toContain(`- ${step}`);
  expect(server.ask('scenario', 'run', scenario)).toMatch(/^1 passed, 0 failed/m);
});
