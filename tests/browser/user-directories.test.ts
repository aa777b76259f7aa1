// Signing in with a password of an LDAP server, from adding it in the settings.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, profileMenu } from './browser';
import { NO_FACTOR, open, setUp, signIn } from './fixture';
import { look } from './pictures';
import { Server } from './server';
import { Slapd } from './slapd';

const SETTINGS = '/admin/configuration/general';

const faults: string[] = [];
let slapd: Slapd;
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  if (!Slapd.isInstalled) return;
  slapd = await Slapd.start(await Server.freePort());
  browser = await openBrowser();
  const outbound = `[outbound]\nallow = ["127.0.0.1/32:${slapd.port}"]\ncertificates = "${slapd.certificate}"\n`;
  server = await Server.start(`${outbound}\n${NO_FACTOR}`);
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page);
  await signIn(server, page);
});

afterAll(async () => {
  if (!Slapd.isInstalled) return;
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  await slapd.end();
  expect(faults).toEqual([]);
});

const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });

// covers: [SSO-02]
test.skipIf(!Slapd.isInstalled)('an administrator adds a directory and looks a user up', async () => {
  await open(server, page, SETTINGS, 'General settings');
  await page.getByText('No user directories').waitFor();
  await page.getByRole('button', { name: 'Add directory', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add directory' });
  await field('Name').fill('corporate');
  await field('Title').fill('Example Inc.');
  await field('Host').fill('127.0.0.1');
  await field('Port').fill(String(slapd.port));
  await field('Distinguished name of this installation').fill(slapd.bindDn);
  await field('Password of this installation').fill(slapd.password);
  await field('Filter of users').fill('(uid=carol)');
  await field('Search users below').fill('dc=example,dc=org');
  await page.getByRole('checkbox', { name: 'Create an account for new users' }).check();
  await dialog.getByRole('button', { name: 'Add directory' }).click();
  await dialog.getByText('Enter a filter with {user}', { exact: false }).waitFor();
  await look(page, 'user-directory-problem');
  await field('Filter of users').fill('(uid={user})');
  await dialog.getByRole('button', { name: 'Add directory' }).click();
  await page.getByText('The directory Example Inc. was added.').waitFor();
  await page.getByRole('button', { name: 'Test Example Inc.' }).click();
  await page.getByLabel('User name to look up').fill('carol');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Found carol with the mail address carol@example.org.', { exact: false }).waitFor();
  // the rows have the background of a card, and the result has room to the button above it
  const [rows, around] = await page
    .getByRole('list', { name: 'User directories' })
    .evaluate(list => [list, document.body].map(element => getComputedStyle(element).backgroundColor));
  expect(rows).not.toBe(around);
  expect(rows).not.toBe('rgba(0, 0, 0, 0)');
  const form = page.getByRole('form', { name: 'Test of the directory' });
  const run = await form.getByRole('button', { name: 'Test connection' }).boundingBox();
  const result = await form.getByRole('status').first().boundingBox();
  if (!run || !result) throw new Error('the result of the test is not shown');
  expect(result.y - (run.y + run.height)).toBeGreaterThanOrEqual(8);
  await look(page, 'user-directories');
  expect(await page.content()).not.toContain(slapd.password);
});

// covers: [SSO-02]
test.skipIf(!Slapd.isInstalled)('a user of the directory signs in with the form', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(`${server.origin}/ui/login`);
  await tab.getByLabel('User name').fill('carol');
  await tab.getByLabel('Password', { exact: true }).fill(slapd.userPassword);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await profileMenu(tab, 'carol').waitFor();
  await open(server, tab, '/user_profile', 'Edit Profile');
  await tab.getByRole('list', { name: 'Linked identities' }).getByText('Example Inc.').waitFor();
  await closeTabs(tab.context());
});
