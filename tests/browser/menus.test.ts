// The menus as a user sees them: their items, view-as, and how they change on the way.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from './browser';
import { decided, follow, heading, insideByForm, NO_FACTOR, open, profileEntries, records } from './fixture';
import type { Server } from './server';
import { viewAs } from './viewAs';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const features = ['artifact_browser', 'quick_deploy', 'quick_setup', 'unified_navigation'].map(
    name => `"${name}"`,
  );
  ({ server, page } = await insideByForm(
    browser,
    `[installation]\nlicence = "OSS"\ncloud = true\nfeatures = [${features.join(', ')}]\naccount_portal_url = "https://portal.example"\n${NO_FACTOR}`,
    faults,
  ));
  // with quick deploy the first sign-in lands here
  await heading(page, 'Quick setup').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

// covers: [MENU-03, MENU-06]
test('the account menu holds what the role is for, and the password before the last entry', async () => {
  await expect
    .poll(() => profileEntries(page))
    .toEqual([
      'Getting Started',
      'Cloud Subscription and Usage',
      'Switch to Classic UI',
      'Edit Profile',
      'Change password',
      'Logout',
    ]);
  await viewAs(page, { role: 'user' });
  await expect.poll(() => profileEntries(page)).toEqual(['Edit Profile', 'Change password', 'Logout']);
  await page.getByRole('button', { name: 'Create', exact: true }).waitFor({ state: 'detached' });
  await viewAs(page, null);
});

// covers: [MENU-05]
test('an item is there where its cloud, its licence and its feature are', async () => {
  await viewAs(page, { flavour: 'standard' });
  await expect
    .poll(() => profileEntries(page))
    .toEqual(['Getting Started', 'Switch to Classic UI', 'Edit Profile', 'Change password', 'Logout']);
  await viewAs(page, { licence: 'NONE' });
  await expect
    .poll(() => profileEntries(page))
    .toEqual(['Cloud Subscription and Usage', 'Change password', 'Logout']);
  await viewAs(page, null);
  await expect.poll(() => profileEntries(page)).toContain('Edit Profile');
});

// covers: [NAV-14, MENU-02, QUICK-01]
test('quick actions go while their own page is open, and dialogs are closed on the way', async () => {
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quick setup' });
  await open(server, page, '/packages', 'Packages');
  await entry.waitFor();
  await follow(page, '/quick-setup');
  await heading(page, 'Quick setup').waitFor();
  await entry.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Packages' }).first().click();
  await heading(page, 'Packages').waitFor();
  await entry.waitFor();
  const closed = (await records(page))
    .flatMap(({ calls }) => calls)
    .filter(({ call }) => call === 'browser.close_dialogs');
  expect(closed.length).toBeGreaterThan(0);
});

// covers: [NAV-20]
test('a repository is created from the account menu, and the dialogs close on the way to another page', async () => {
  await open(server, page, '/packages', 'Packages');
  const entry = async () => {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Quick Repository Creation' }).click();
  };
  const form = page.getByRole('dialog', { name: 'Create repository' });
  await entry();
  await form.waitFor();
  await page.goBack();
  await form.waitFor({ state: 'detached' });
  await open(server, page, '/packages', 'Packages');
  await entry();
  await form.getByLabel('Key').fill('quick-local');
  await form.getByRole('button', { name: 'Create repository' }).click();
  const success = page.getByRole('dialog', { name: 'quick-local is ready' });
  await success.getByRole('link', { name: 'Show how clients use it' }).waitFor();
  await page.goBack();
  await success.waitFor({ state: 'detached' });
});

// covers: [NAV-11, MENU-01]
test('the sidebar and the search follow the route, and a project brings its own settings', async () => {
  const beside = page.getByRole('navigation', { name: 'Main' });
  await open(server, page, '/builds', 'Builds');
  expect((await decided(page, 'builds'))?.state).toMatchObject({ search: 'builds', menu: 'application' });
  await open(server, page, '/admin/projects/list', 'Projects');
  await beside.getByRole('link', { name: 'General settings' }).waitFor();
  const list = await decided(page, 'admin.projects');
  expect(list?.state).toMatchObject({ search: 'packages', menu: 'administration' });
  await open(server, page, '/admin/projects/list?projectKey=dflt', 'Projects');
  await beside.getByRole('link', { name: 'Members' }).waitFor();
  await beside.getByRole('link', { name: 'General settings' }).waitFor({ state: 'detached' });
  const change = await decided(page, 'admin.projects', { projectKey: 'dflt' });
  expect(change?.state.menu).toBe('project_settings');
  expect(change?.calls).toContainEqual({ call: 'browser.clear', what: ['search'] });
});

// covers: [MENU-07]
test('where nobody chose a logo it is the mark of the edition', async () => {
  const tab = await openTab(page.context(), faults);
  for (const [licence, mark] of [
    [null, 'oss'],
    ['JCR', 'jcr'],
    ['CONAN', 'conan'],
    ['EDGE_TRIAL', 'edge'],
    ['ENTERPRISE', 'general'],
  ] as const) {
    await viewAs(page, licence === null ? null : { licence });
    await tab.goto(`${server.origin}/ui/packages`);
    await heading(tab, 'Packages').waitFor();
    await tab.locator(`header svg[data-edition=${mark}]`).first().waitFor();
  }
  await viewAs(page, null);
  await tab.close();
});

// covers: [ROUTE-05]
test('the advanced menu marks what a search finds, and says why an item cannot be chosen', async () => {
  await open(server, page, '/admin/artifactory/list', 'Advanced');
  const main = page.getByRole('main');
  await main
    .getByRole('region', { name: 'Repositories' })
    .getByRole('link', { name: 'New local repository' })
    .waitFor();
  const pipelines = main.getByRole('link', { name: 'Pipelines' });
  await expect.poll(() => pipelines.getAttribute('aria-disabled')).toBe('true');
  await pipelines.focus();
  await page.locator(`[id="${await pipelines.getAttribute('aria-describedby')}"]`).waitFor();
  await pipelines.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/ui/admin/artifactory/list');
  await main.getByRole('searchbox', { name: 'Search pages' }).fill('repo loc');
  await main.getByText('1 page', { exact: true }).waitFor();
  await expect.poll(() => main.getByRole('link').count()).toBe(1);
  await expect.poll(() => main.locator('mark').allInnerTexts()).toEqual(['Repo', 'loc', 'repo']);
});
