// Download rules: they are created, ordered, changed and deleted on their page, and are in force for the next download.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { heading, inside, NO_FACTOR, open, whereIs } from './fixture';
import { hasFocus, holdsFocus, press, tabTo } from './keys';
import { glance } from './pictures';
import type { Server } from './server';
import { Home, Terminal } from './terminal';

const PAGE = '/admin/repositories/download-rules';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let terminal: Terminal;
const home = new Home();

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  terminal = new Terminal(server);
});

afterAll(async () => {
  home.remove();
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

const registry = () => `${server.origin}/artifactory/api/npm/npm-local/`;

/** Publishes version 1.0.0 of a package with npm. */
async function publish(name: string, license: string): Promise<void> {
  home.write(name, 'package.json', JSON.stringify({ name, version: '1.0.0', license }));
  const token = Buffer.from(terminal.authorization.slice('Basic '.length), 'base64').toString().slice(2);
  const credentials = `${registry().slice('http:'.length)}:_authToken=${token}`;
  home.write(name, '.npmrc', `registry=${registry()}\n${credentials}\n`);
  await home.enter(name, 'npm publish');
}

interface Download {
  status: number;
  /** The body of a refusal. */
  text: string;
  /** What npm shows of a warning. */
  notice: string;
}

/** The answer to a download of what was published. */
async function download(name: string): Promise<Download> {
  const address = `${registry()}${name}/-/${name}-1.0.0.tgz`;
  const answer = await fetch(address, { headers: { authorization: terminal.authorization } });
  const text = await answer.text();
  const notice = answer.headers.get('npm-notice') ?? '';
  return { status: answer.status, text: answer.ok ? '' : text, notice };
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const rules = () => page.getByRole('list', { name: 'Download rules in their order' }).getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name, exact: true });

// covers: [DOWN-05]
test('a rule about licences is created with the keyboard, and the next download is refused', async () => {
  await terminal.create('npm-local', 'npm');
  await publish('till', 'AGPL-3.0-only');
  await publish('shop', 'MIT');
  expect((await download('till')).status).toBe(200);

  await open(server, page, '/admin/repositories', 'Repositories');
  await page.getByRole('link', { name: 'Download rules' }).click();
  await heading(page, 'Download rules').waitFor();
  await page.getByText('No download rules').waitFor();
  await glance(page, 'download-rules-empty');

  await tabTo(button('New rule'));
  await press(page, 'Enter');
  const form = dialog('New rule');
  await holdsFocus(form);
  await hasFocus(form.getByRole('textbox', { name: 'Name' }));
  await press(page, 'Enter');
  await form.getByText('Enter a name.').waitFor();
  await hasFocus(form.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Licences');
  await tabTo(form.getByRole('textbox', { name: 'Repositories' }));
  await page.keyboard.type('npm-*');
  await tabTo(form.getByRole('combobox', { name: 'Which versions' }));
  await form.getByRole('combobox', { name: 'Which versions' }).selectOption('By licence');
  await tabTo(form.getByRole('textbox', { name: 'Licences' }));
  await page.keyboard.type('Mine');
  await tabTo(form.getByRole('button', { name: 'Create rule' }));
  await press(page, 'Enter');
  await form.getByText("'Mine' is no identifier of SPDX.").waitFor();
  await glance(page, 'download-rules-create');
  await hasFocus(form.getByRole('textbox', { name: 'Licences' }));
  await press(page, 'Control+a');
  await page.keyboard.type('GPL-2.0-only, AGPL-3.0-only');
  await tabTo(form.getByRole('button', { name: 'Create rule' }));
  await press(page, 'Enter');
  await page.getByText('Licences was created.').waitFor();
  await form.waitFor({ state: 'detached' });

  const row = rules().filter({ hasText: 'Licences' });
  await row.getByText('Versions with the licence AGPL-3.0-only or GPL-2.0-only').waitFor();
  await row.getByText('npm-*').waitFor();
  await row.getByText('Refuse', { exact: true }).waitFor();
  await page.getByText(/^Last changed by ann, /).waitFor();
  await expect.poll(() => whereIs(page)).toBe(PAGE);
});

// covers: [DOWN-06]
test('what was created on the page refuses a download until it is turned off there', async () => {
  const refused = await download('till');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('has the licence AGPL-3.0-only');
  expect(refused.text).toContain("The rule 'Licences' of this installation refuses it");
  expect((await download('shop')).status).toBe(200);
  await expect(home.enter('shop', 'npm pack till@1.0.0')).rejects.toThrow(/E403/);

  const state = page.getByRole('switch', { name: 'Enabled: Licences' });
  await tabTo(state);
  await press(page, 'Space');
  await expect.poll(() => state.isChecked()).toBe(false);
  // what is shown is what the server has answered
  expect((await download('till')).status).toBe(200);
  await press(page, 'Space');
  await expect.poll(() => state.isChecked()).toBe(true);
  expect((await download('till')).status).toBe(403);
});

// covers: [DOWN-05, DOWN-06]
test('clients are warned by the rules in their order, which is changed with the keyboard', async () => {
  await open(server, page, `${PAGE}?new=rule`, 'Download rules');
  const form = dialog('New rule');
  await form.getByRole('textbox', { name: 'Name' }).fill('licences');
  await form.getByRole('combobox', { name: 'Which versions' }).selectOption('By age');
  await form.getByRole('textbox', { name: 'Age in hours' }).fill('9000');
  await form.getByRole('button', { name: 'Create rule' }).click();
  await form.getByText('The age that a rule requires is 1 to 8760 hours.').waitFor();
  await form.getByRole('textbox', { name: 'Age in hours' }).fill('48');
  await form.getByRole('button', { name: 'Create rule' }).click();
  // that of the first rule, whatever its case
  await form.getByText('Another rule has this name.').waitFor();
  await form.getByRole('textbox', { name: 'Name' }).fill('Quarantine');
  // a reload keeps what was entered
  await page.reload();
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Quarantine');
  await form.getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('Quarantine was created.').waitFor();
  await expect.poll(() => rules().count()).toBe(2);
  await rules().nth(1).getByText('Versions published less than 2 days ago').waitFor();
  await rules().nth(1).getByText('All repositories').waitFor();
  expect((await download('till')).text).toContain("The rule 'Licences'");
  expect((await download('shop')).text).toContain("The rule 'Quarantine'");

  await tabTo(button('Move Quarantine up'));
  await press(page, 'Enter');
  await expect.poll(() => rules().first().innerText()).toContain('Quarantine');
  await hasFocus(button('Move Quarantine up'));
  expect((await download('till')).text).toContain("The rule 'Quarantine'");
  await glance(page, 'download-rules');

  await button('Edit Quarantine').click();
  const opened = dialog('Quarantine');
  await opened.getByRole('combobox', { name: 'What happens' }).selectOption({ value: 'warn' });
  await opened.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Quarantine was updated.').waitFor();
  const warned = await download('shop');
  expect(warned.status).toBe(200);
  expect(warned.notice).toContain("The rule 'Quarantine' of this installation warns of it");
  expect((await download('till')).text).toContain("The rule 'Licences'");
});

// covers: [DOWN-05]
test('rules that were changed meanwhile are loaded at a button, and what was entered is kept', async () => {
  await button('Edit Licences').click();
  const opened = dialog('Licences');
  await opened.getByRole('textbox', { name: 'Name' }).fill('Copyleft');
  const address = `${server.origin}/ui/api/v1/download-rules`;
  const { rules: all, revision } = await (await page.request.get(address)).json();
  const changed = await page.request.put(address, {
    headers: { origin: server.origin },
    data: { rules: [...all].reverse(), revision },
  });
  expect(changed.status()).toBe(200);
  await opened.getByRole('button', { name: 'Save changes' }).click();
  await opened.getByText('Another administrator has changed the rules meanwhile.').waitFor();
  await glance(page, 'download-rules-edited-meanwhile');
  await opened.getByRole('button', { name: 'Load the newest rules' }).click();
  await opened.getByText('The newest rules are loaded').waitFor();
  expect(await opened.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Copyleft');
  await opened.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Copyleft was updated.').waitFor();
  await expect.poll(() => rules().first().innerText()).toContain('Copyleft');
  expect((await download('till')).text).toContain("The rule 'Copyleft'");
});

// covers: [DOWN-05, DOWN-06]
test('a rule is deleted after a question, and comes back to its place', async () => {
  await button('Delete Copyleft').click();
  const question = page.getByRole('alert').filter({ hasText: 'Delete the rule Copyleft?' });
  await hasFocus(question.getByRole('button', { name: 'Keep' }));
  await glance(page, 'download-rules-delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Copyleft was deleted.').waitFor();
  await hasFocus(button('New rule'));
  expect((await download('till')).status).toBe(200);
  await button('Undo').click();
  await page.getByText('Copyleft was restored.').waitFor();
  await expect.poll(() => rules().first().innerText()).toContain('Copyleft');
  expect((await download('till')).status).toBe(403);
});

// covers: [DOWN-05]
test('the page says that rules about severities do not apply where nothing is scanned', async () => {
  const text = 'Rules about severities do not apply at present';
  expect(await page.getByText(text).count()).toBe(0);
  await button('New rule').click();
  const form = dialog('New rule');
  await form.getByRole('textbox', { name: 'Name' }).fill('No high');
  await form.getByRole('combobox', { name: 'Lowest severity' }).selectOption('High');
  await form.getByText(text).waitFor();
  await form.getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('No high was created.').waitFor();
  await form.waitFor({ state: 'detached' });
  await rules().nth(2).getByText('Versions with an advisory of severity high or higher').waitFor();
  await page.getByText(text).waitFor();
  await glance(page, 'download-rules-severities');
  expect((await download('shop')).status).toBe(200);
});
