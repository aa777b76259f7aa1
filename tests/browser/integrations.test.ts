// The cards of integrations, and their commands, which are entered beside the browser as they are shown.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ann, closeTabs } from './browser';
import { joined, NO_FACTOR, open, whereIs } from './fixture';
import { servePackages } from './packageServer';
import { glance, look } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';
import { Home } from './terminal';

const faults: string[] = [];
const home = new Home();
let browser: Browser;
let server: Server;
let page: Page;
let publisher: Publisher;
let apiKey = '';

servePackages(NO_FACTOR, opened => {
  ({ browser, server, page, publisher } = opened);
});

afterAll(() => {
  home.remove();
  expect(faults).toEqual([]);
});

const configure = (name: string, tab = page) =>
  tab.getByRole('button', { name: `Configure ${name}`, exact: true });
const sheet = (name: string, tab = page) => tab.getByRole('dialog', { name });
const part = (name: string) => page.getByRole('dialog').getByRole('region', { name, exact: true });
const chooseSystem = (name: string) => part('Set-up').getByText(name, { exact: true }).click();

/** Opens the address of a tool, and waits for its commands. */
async function openTool(key: string, command: RegExp): Promise<void> {
  await page.goto(`${server.origin}/ui/integrations?tool=${key}`);
  await part('Set-up').getByText(command).first().waitFor();
}

/** Enters the password, and shows the API key in the commands. */
async function showKey(): Promise<void> {
  await part('API key').getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('form', { name: 'Create API key' });
  await form.getByLabel('Your password').fill(ann.password);
  await form.getByRole('button', { name: 'Create API key' }).click();
  await part('API key')
    .getByText(/^waybill_/)
    .waitFor();
}

/** The shown commands. */
const shown = () => part('Set-up').getByRole('listitem').locator('code').allInnerTexts();

/** Has a shell enter commands in a folder of the home, with these variables. */
function enter(folder: string, commands: string, variables = ''): Promise<string> {
  writeFileSync(join(home.path, 'entered.sh'), `set -e\n${variables}\n${commands}\n`);
  return home.enter(folder, `sh ${join(home.path, 'entered.sh')}`);
}

// covers: [INT-01]
test('the cards have their size, side by side and below each other', async () => {
  await open(server, page, '/integrations', 'Integrations');
  const boxes = async () => {
    const found = await page.getByRole('main').getByRole('listitem').all();
    return Promise.all(found.map(card => card.boundingBox()));
  };
  await configure('Renovate').waitFor();
  const wide = await boxes();
  expect(wide.map(box => [box?.width, box?.height])).toEqual(Array.from({ length: 8 }, () => [204, 218]));
  expect(new Set(wide.map(box => box?.y)).size).toBe(2);
  await look(page, 'integrations');
  await page.setViewportSize({ width: 390, height: 900 });
  const narrow = await boxes();
  expect(narrow.map(box => [box?.width, box?.height])).toEqual(Array.from({ length: 8 }, () => [204, 218]));
  expect(new Set(narrow.map(box => box?.x)).size).toBe(1);
  await page.setViewportSize({ width: 1440, height: 900 });
});

// covers: [INT-01]
test('without a repository of its types a tool leads to where one is created', async () => {
  await configure('Visual Studio Code').click();
  await sheet('Visual Studio Code').getByText('There is no repository for npm or PyPI').waitFor();
  await glance(page, 'integrations-no-repository');
  await sheet('Visual Studio Code').getByRole('link', { name: 'Create a repository' }).click();
  await page.getByRole('dialog', { name: 'Create repository' }).waitFor();
  const maria = await joined(browser, server, page, 'maria', faults);
  await open(server, maria, '/integrations?tool=vscode', 'Integrations');
  await sheet('Visual Studio Code', maria)
    .getByText(/Ask an administrator to create one/)
    .waitFor();
  await closeTabs(maria.context());
});

// covers: [INT-01]
test('a tool has an address: a reload keeps it open, and Back and Escape return to its card', async () => {
  for (const type of ['npm', 'generic', 'docker']) await publisher.terminal.create(`${type}-local`, type);
  await open(server, page, '/integrations', 'Integrations');
  await configure('Docker Desktop').click();
  await part('Set-up')
    .getByText(/docker login -u ann/)
    .waitFor();
  await expect.poll(() => whereIs(page)).toBe('/integrations?tool=docker-desktop');
  await page.reload();
  await part('Set-up')
    .getByText(/docker login -u ann/)
    .waitFor();
  await glance(page, 'integrations-tool');
  await page.keyboard.press('Escape');
  await sheet('Docker Desktop').waitFor({ state: 'detached' });
  await expect
    .poll(() => configure('Docker Desktop').evaluate(it => it === document.activeElement))
    .toBe(true);
  await configure('curl').click();
  await sheet('curl').waitFor();
  await page.goBack();
  await sheet('curl').waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe('/integrations');
  await expect.poll(() => configure('curl').evaluate(it => it === document.activeElement)).toBe(true);
});

// covers: [INT-01, INT-08]
test('the API key is shown after the password, and the shown commands set npm up', async () => {
  await publisher.npm({ name: 'shop', version: '1.2.0' });
  await openTool('vscode', /config set registry/);
  expect((await shown()).join()).toContain('<API_KEY>');
  await showKey();
  await part('API key').getByText('Your API key was created.').waitFor();
  apiKey = await part('API key')
    .getByText(/^waybill_/)
    .innerText();
  await look(page, 'integrations-key');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter('project', (await shown()).join('\n'));
  expect(await home.enter('project', 'npm view shop version')).toContain('1.2.0');
  const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  expect(await kept()).not.toContain(apiKey);
  await page.reload();
  await part('Set-up')
    .getByText(/_authToken <API_KEY>/)
    .waitFor();
  expect(await page.getByText(apiKey).count()).toBe(0);
});

// covers: [INT-08]
test('the key that is there is shown again for another tool', async () => {
  await openTool('curl', /curl --fail -u/);
  await showKey();
  await part('API key').getByText('You had this API key already.').waitFor();
  const [upload = '', download = ''] = await shown();
  const filled = (command: string, file: string) =>
    command.replace('<FILE>', file).replace('<PATH>', 'notes/a.txt');
  home.write('files', 'sent.txt', 'hello');
  await enter('files', [filled(upload, 'sent.txt'), filled(download, 'got.txt'), 'cat got.txt'].join('\n'));
  expect(await home.enter('files', 'cat got.txt')).toBe('hello');
  await chooseSystem('Windows');
  await expect.poll(async () => (await shown())[0]).toMatch(/^curl\.exe --fail -u 'ann:waybill_/);
});

// covers: [INT-01]
test('a job of continuous integration sets its client up with the key of a variable', async () => {
  await openTool('gitlab-ci', /before_script/);
  await part('Set-up').getByLabel('Repository').selectOption('npm-local');
  await part('Set-up')
    .getByText(/npm config set registry/)
    .waitFor();
  const [save = '', script = ''] = await shown();
  expect(save).toBe("glab variable set WAYBILL_API_KEY '<API_KEY>' --masked");
  const lines = script
    .split('\n')
    .slice(2)
    .map(line => line.trim());
  expect(lines.join('\n')).not.toContain(apiKey);
  home.write('job', 'package.json', '{"name": "job", "version": "1.0.0"}');
  const other = new Home();
  await enter(
    'job',
    `export HOME=${other.path}\n${lines.join('\n')}\nnpm view shop version > seen.txt`,
    `WAYBILL_API_KEY=${apiKey}`,
  );
  other.remove();
  expect(await home.enter('job', 'cat seen.txt')).toContain('1.2.0');
});

// covers: [INT-01]
test('what cannot be loaded is loaded again by hand', async () => {
  const calls = /\/tree\/repositories$/;
  await page.route(calls, route => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${server.origin}/ui/integrations?tool=vscode`);
  await part('Set-up').getByText('The repositories could not be loaded.').waitFor();
  await page.unroute(calls);
  await part('Set-up').getByRole('button', { name: 'Try again' }).click();
  await part('Set-up')
    .getByText(/config set registry/)
    .waitFor();
});

// covers: [INT-08]
test('a key that is revoked in the profile no longer works', async () => {
  await openTool('vscode', /config set registry/);
  await showKey();
  await part('API key').getByRole('link', { name: 'Revoke API keys in your profile' }).click();
  await page.getByRole('button', { name: 'Revoke API key' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token was revoked.').waitFor();
  const answer = await fetch(`${server.origin}/access/api/v2/users`, {
    headers: { 'x-jfrog-art-api': apiKey },
  });
  expect(answer.status).toBe(401);
});
