// The tree of artifacts: a terminal publishes, and files are dropped in, downloaded, removed and restored.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { drop, inside, joined, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, press, tabTo } from './keys';
import { glance } from './pictures';
import type { Server } from './server';
import { Terminal } from './terminal';
import { WHOLE } from './whole';

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

/** A row of the tree by its name, which its type or size follows. */
const item = (name: string) => page.getByRole('treeitem').filter({ has: page.locator(`[title="${name}"]`) });
const panel = () => page.getByRole('region', { name: 'Details' });

/** The row of the tree that the keys act on. */
async function active(): Promise<string> {
  const id = await page.getByRole('tree').getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"] [title]`).textContent()) ?? '';
}

// covers: [TREE-06, REPO-04]
test('a repository is created from the empty tree, and what a terminal stores appears in it at once', async () => {
  await open(server, page, '/repos/tree/General', 'Artifacts');
  await page.getByText('No repositories').waitFor();
  await glance(page, 'artifacts-empty');
  await page.getByRole('link', { name: 'Create a repository' }).click();
  const form = page.getByRole('dialog', { name: 'Create repository' });
  await form.getByLabel('Package type').selectOption('generic');
  await form.getByLabel('Key').fill('files');
  await form.getByRole('button', { name: 'Create repository' }).click();
  await page.getByRole('dialog', { name: 'files' }).waitFor();

  await open(server, page, '/repos/tree/General', 'Artifacts');
  await item('files').click();
  await page.getByText('This folder is empty.').waitFor();
  await terminal.put('files/docs/guide/one.txt', 'one');
  await item('docs').waitFor();
  await item('docs').click();
  await item('guide').click();
  await item('one.txt').waitFor();
  await terminal.put('files/docs/guide/two.txt', 'two, and more');
  await item('two.txt').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/files/docs/guide');
});

// covers: [TREE-06, TREE-03]
test('a file is dropped on a folder, replaced after asking, and downloaded byte for byte', async () => {
  await drop(page, item('guide'), 'dropped.txt', 'first');
  await item('dropped.txt').waitFor();
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('1 of 1 uploaded').waitFor();
  await drop(page, item('one.txt'), 'dropped.txt', 'second');
  const question = uploads.getByRole('alert');
  await question.getByText('Replace dropped.txt?').waitFor();
  await glance(page, 'artifacts-replace');
  await question.getByRole('button', { name: 'Replace' }).click();
  await uploads.getByText('2 of 2 uploaded').waitFor();
  await uploads.getByRole('button', { name: 'Clear list' }).click();
  await item('dropped.txt').click();
  await panel().getByText('text/plain').waitFor();
  await glance(page, 'artifacts-file');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel().getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('dropped.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe('second');
});

// covers: [TREE-06, TREE-05]
test('properties are added, edited and removed', async () => {
  const properties = panel().getByRole('region', { name: 'Properties' });
  await properties.getByRole('button', { name: 'Add property' }).click();
  await properties.getByLabel('Name').fill('os name');
  await properties.getByLabel('Values').fill('linux, mac');
  await properties.getByRole('button', { name: 'Save' }).click();
  await properties.getByText('Properties have at most').waitFor();
  await properties.getByLabel('Name').fill('os');
  await properties.getByRole('button', { name: 'Save' }).click();
  await properties.getByText('linux, mac').waitFor();
  await properties.getByRole('button', { name: 'Edit os' }).click();
  await properties.getByLabel('Values').fill('linux');
  await press(page, 'Enter');
  await properties.getByText('linux', { exact: true }).waitFor();
  await properties.getByRole('button', { name: 'Remove os' }).click();
  await properties.getByText('This file has no properties.').waitFor();
});

// covers: [TREE-06, TREE-04]
test('a file goes to the trash, comes back by Undo and from the trash, and is deleted for good', async () => {
  const discard = async () => {
    await item('dropped.txt').click();
    await panel().getByRole('heading', { name: 'dropped.txt' }).waitFor();
    await panel().getByRole('button', { name: 'Move to trash' }).click();
    await panel().getByRole('alert').getByRole('button', { name: 'Move to trash' }).click();
    await item('dropped.txt').waitFor({ state: 'detached' });
  };
  await discard();
  await page.getByRole('button', { name: 'Undo' }).click();
  await item('dropped.txt').waitFor();
  await discard();
  await item('files').click();
  await panel().getByRole('button', { name: 'Trash', exact: true }).click();
  await panel().getByText('can be restored for 14 days').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/files?view=trash');
  await glance(page, 'artifacts-trash');
  await terminal.put('files/docs/guide/dropped.txt', 'another');
  await panel().getByRole('button', { name: 'Restore dropped.txt' }).click();
  await page.getByText('Another file is at docs/guide/dropped.txt meanwhile').waitFor();
  await panel().getByRole('button', { name: 'Delete dropped.txt' }).click();
  await panel().getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await panel().getByText('The trash is empty.').waitFor();
});

// covers: [TREE-06]
test('an address opens its path, Back and Forward follow, and an unknown one leads on', async () => {
  await open(server, page, '/repos/tree/General/files/docs/guide/one.txt', 'Artifacts');
  await expect.poll(() => item('one.txt').getAttribute('aria-selected')).toBe('true');
  await panel().getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'docs' }).click();
  await panel().getByRole('heading', { name: 'docs' }).waitFor();
  await page.goBack();
  await panel().getByRole('heading', { name: 'one.txt' }).waitFor();
  await page.goForward();
  await panel().getByRole('heading', { name: 'docs' }).waitFor();
  await terminal.put('files/odd/100%25%20%23%3F.txt', 'odd');
  await open(server, page, '/repos/tree/General/files/odd/100%25%20%23%3F.txt', 'Artifacts');
  await panel().getByRole('heading', { name: '100% #?.txt' }).waitFor();
  await open(server, page, '/repos/tree/General/files/nothing/here', 'Artifacts');
  await panel().getByText('There is nothing at here that you can read.').waitFor();
  await panel().getByRole('link', { name: 'Show all repositories' }).click();
  await page.getByText('Choose a repository, a folder or a file').waitFor();
});

// covers: [TREE-06]
test('the tree is used by keyboard alone', async () => {
  await open(server, page, '/repos/tree/General', 'Artifacts');
  const tree = page.getByRole('tree', { name: 'Repositories' });
  await item('files').waitFor();
  await tabTo(page.getByRole('searchbox', { name: 'Find a repository' }));
  await page.keyboard.type('npm');
  await page.getByText('No repository matches “npm”.').waitFor();
  await glance(page, 'artifacts-none-found');
  await tabTo(page.getByRole('button', { name: 'Show all repositories' }));
  await press(page, 'Enter');
  await tabTo(tree);
  await press(page, 'ArrowRight');
  await item('docs').waitFor();
  await press(page, 'ArrowRight');
  await expect.poll(active).toBe('docs');
  await press(page, 'ArrowRight');
  await item('guide').waitFor();
  await press(page, 'ArrowDown', 'ArrowRight');
  await item('two.txt').waitFor();
  await page.keyboard.type('tw');
  await expect.poll(active).toBe('two.txt');
  await press(page, 'Enter');
  await panel().getByRole('heading', { name: 'two.txt' }).waitFor();
  await hasFocus(tree);
  await press(page, 'ArrowLeft');
  await expect.poll(active).toBe('guide');
  await press(page, 'ArrowLeft');
  await item('two.txt').waitFor({ state: 'detached' });
  await press(page, 'End');
  await expect.poll(active).toBe('odd');
  await press(page, 'Home');
  await expect.poll(active).toBe('files');
});

// covers: [TREE-06]
test('a folder of many files opens at its beginning, and goes on while it is scrolled', async () => {
  // 1,000 come at once
  const length = WHOLE ? 2_300 : 1_100;
  const many = Array.from({ length }, (_, number) => `file-${String(number).padStart(5, '0')}.txt`);
  const { authorization } = terminal;
  for (let from = 0; from < many.length; from += 50) {
    await Promise.all(
      many.slice(from, from + 50).map(async name => {
        const address = `${server.origin}/artifactory/files/many/${name}`;
        const stored = await fetch(address, { method: 'PUT', body: 'x', headers: { authorization } });
        expect(stored.status).toBe(201);
      }),
    );
  }
  await open(server, page, '/repos/tree/General/files/many', 'Artifacts');
  await item('file-00000.txt').waitFor();
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100);
  const tree = page.getByRole('tree');
  await tree.focus();
  await expect
    .poll(async () => {
      await press(page, 'End');
      return await item(many.at(-1) ?? '').isVisible();
    })
    .toBe(true);
});

// covers: [TREE-06, COPY-02]
test('what copying and moving do is shown first, and the place that it leads to is selected', async () => {
  await terminal.create('other');
  await terminal.create('packages', 'npm');
  await terminal.put('other/docs/one.txt', 'older');
  await open(server, page, '/repos/tree/General/files/docs/guide/one.txt', 'Artifacts');
  await panel().getByRole('button', { name: 'Copy', exact: true }).click();
  const copying = page.getByRole('dialog', { name: 'Copy one.txt' });
  await hasFocus(copying.getByLabel('Path'));
  expect(await copying.getByLabel('Repository').getByRole('option').allTextContents()).toEqual([
    'files',
    'other',
  ]);
  await press(page, 'Enter');
  await copying.getByText('this is the path that it has already', { exact: false }).waitFor();
  await copying.getByLabel('Repository').selectOption('other');
  await copying.getByLabel('Path').fill('docs');
  await copying.getByRole('button', { name: 'Continue' }).click();
  await copying.getByText('other/docs/one.txt').waitFor();
  await copying.getByText('Files that are replaced: 1').waitFor();
  await glance(page, 'artifacts-copy');
  await copying.getByRole('button', { name: 'Replace and copy' }).click();
  await page.getByText('one.txt was copied to other/docs/one.txt.').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/other/docs/one.txt');
  await expect.poll(() => item('one.txt').last().getAttribute('aria-selected')).toBe('true');
  await hasFocus(page.getByRole('tree'));

  await open(server, page, '/repos/tree/General/files/docs/guide', 'Artifacts');
  await panel().getByRole('button', { name: 'Move', exact: true }).click();
  const moving = page.getByRole('dialog', { name: 'Move guide' });
  await moving.getByLabel('Path').fill('docs/guide/below');
  await press(page, 'Enter');
  await moving.getByText('cannot be copied or moved into itself', { exact: false }).waitFor();
  await moving.getByLabel('Path').fill('/odd/new/');
  await press(page, 'Enter');
  await moving.getByText('files/odd/new').waitFor();
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await panel().getByRole('heading', { name: 'new' }).waitFor();
  await item('guide').waitFor({ state: 'detached' });
  await panel().getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('dialog', { name: 'Move new' }).getByLabel('Path').fill('docs/guide');
  await press(page, 'Enter');
  await page.getByRole('dialog').getByText('files/docs/guide').waitFor();
  await press(page, 'Enter');
  await panel().getByRole('heading', { name: 'guide' }).waitFor();
});

// covers: [TREE-06, TREE-07]
test('a virtual repository shows the files of its members, and leads to where they are', async () => {
  const members = { rclass: 'virtual', packageType: 'generic', repositories: ['files', 'other'] };
  await terminal.put('api/repositories/joined', JSON.stringify(members), 'application/json');
  await open(server, page, '/repos/tree/General/joined/docs/guide/two.txt', 'Artifacts');
  await panel().getByText('are changed in the repository that holds them').waitFor();
  expect(await panel().getByRole('button', { name: 'Move' }).count()).toBe(0);
  await glance(page, 'artifacts-joined');
  await terminal.put('other/docs/late.txt', 'late');
  await item('late.txt').waitFor();
  await panel().getByRole('link', { name: 'files', exact: true }).click();
  await panel().getByRole('button', { name: 'Move', exact: true }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General/files/docs/guide/two.txt');
});

// covers: [TREE-06, TREE-08]
test('a version is deleted with its files after asking', async () => {
  await terminal.create('libs', 'maven');
  for (const file of ['1.0/app-1.0.jar', '1.0/app-1.0-sources.jar', '1.1/app-1.1.jar'])
    await terminal.put(`libs/acme/app/${file}`, file);
  await open(server, page, '/repos/tree/General/libs/acme/app/1.0/app-1.0.jar', 'Artifacts');
  await panel().getByRole('button', { name: 'Delete version' }).waitFor();
  await glance(page, 'artifacts-version');
  await panel().getByRole('button', { name: 'Delete version' }).click();
  const question = panel().getByRole('alert');
  await question.getByText('Delete version 1.0 of acme:app?').waitFor();
  await hasFocus(question.getByRole('button', { name: 'Keep' }));
  await question.getByRole('button', { name: 'Delete version' }).click();
  await page.getByText('Version 1.0 of acme:app was deleted.').waitFor();
  await item('1.0').waitFor({ state: 'detached' });
  await panel().getByRole('heading', { name: 'app' }).waitFor();
  await panel().getByText('are removed with their versions').waitFor();
});

// covers: [TREE-06]
test('on a small screen folders open in the tree, and files in a sheet', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(server, page, '/repos/tree/General', 'Artifacts');
  await item('files').click();
  await item('docs').click();
  await item('guide').click();
  await item('two.txt').click();
  const sheet = page.getByRole('dialog', { name: 'two.txt' });
  await sheet.getByText('text/plain').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Details of two.txt' }).click();
  await sheet.getByRole('button', { name: 'Download' }).waitFor();
  await sheet.getByRole('button', { name: 'Close' }).click();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

// covers: [TREE-06, TREE-01]
test('who may read nothing is told whom to ask', async () => {
  const bob = await joined(browser, server, page, 'bob', faults);
  await open(server, bob, '/repos/tree/General', 'Artifacts');
  await bob.getByText('Ask an administrator for permission.').waitFor();
  await open(server, bob, '/repos/tree/General/files/docs', 'Artifacts');
  await bob.getByText('Ask an administrator for permission.').waitFor();
  await closeTabs(bob.context());
});
