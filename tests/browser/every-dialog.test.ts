// Overlays of pages, looked at by axe like the pages themselves: menus, sheets, dialogs, questions.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser';
import { heading, inside, NO_FACTOR, open } from './fixture';
import { inspect, looksOf, wear } from './pictures';
import type { Server } from './server';
import { SLOWNESS } from './slowness';
import { viewAs } from './viewAs';
import { sampleOf } from './whole';

const faults: string[] = [];
const found: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const features = ['artifact_browser', 'quick_setup', 'unified_navigation'].map(name => `"${name}"`);
  ({ server, page } = await inside(
    browser,
    `[installation]\nlicence = "ENTERPRISE_PLUS"\ncloud = true\nfeatures = [${features.join(', ')}]\n${NO_FACTOR}`,
    faults,
  ));
  await heading(page, 'Packages').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const menu = async (name: string | RegExp) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem').first().waitFor();
};

/** An overlay of a page, and how it gets there from the page that is open. */
const overlays: Record<string, { on: [string, string]; appears: () => Promise<unknown> }> = {
  palette: {
    on: ['/session-activity', 'Session activity'],
    appears: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('repo');
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
    },
  },
  'palette-empty': {
    on: ['/session-activity', 'Session activity'],
    appears: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('qqqqqq');
      // nothing but the searches for it is left
      await page.getByRole('option', { name: 'Search packages for “qqqqqq”' }).waitFor();
      const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
      await expect
        .poll(async () =>
          (await results.allTextContents()).filter(entry => !/^Search .+ for “qqqqqq”$/.test(entry)),
        )
        .toEqual([]);
    },
  },
  shortcuts: {
    on: ['/session-activity', 'Session activity'],
    appears: async () => {
      await page.keyboard.press('?');
      await dialog('Keyboard shortcuts').waitFor();
    },
  },
  why: {
    on: ['/admin', 'Users'],
    appears: async () => {
      await page.keyboard.press('w');
      await dialog('Why was I sent here?').waitFor();
    },
  },
  'why-blocked': {
    on: ['/no-such-page', 'Page not found'],
    appears: async () => {
      await page.keyboard.press('w');
      // an address that is no page's has no other name
      await dialog('Why was I sent here?').getByText('You asked for “/no-such-page”').waitFor();
    },
  },
  'view-as': {
    on: ['/packages', 'Packages'],
    appears: async () => {
      await menu(/^Account:/);
      await page.getByRole('menuitem', { name: 'View as…' }).click();
      await dialog('View as').waitFor();
    },
  },
  'account-menu': { on: ['/packages', 'Packages'], appears: () => menu(/^Account:/) },
  'quick-actions': { on: ['/packages', 'Packages'], appears: () => menu('Create') },
  'help-menu': { on: ['/packages', 'Packages'], appears: () => menu('Help') },
  password: {
    on: ['/packages', 'Packages'],
    appears: async () => {
      await menu(/^Account:/);
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      await dialog('Change password').waitFor();
    },
  },
  sessions: {
    on: ['/packages', 'Packages'],
    appears: async () => {
      await menu(/^Account:/);
      await page.getByRole('menuitem', { name: 'Signed-in sessions' }).click();
      await dialog('Signed-in sessions').waitFor();
    },
  },
  'create-user': {
    on: ['/admin/management/users', 'Users'],
    appears: async () => {
      await page.getByRole('button', { name: 'Create user' }).click();
      await dialog('Create user').getByLabel('User name').waitFor();
    },
  },
  'user-actions': {
    on: ['/admin/management/users', 'Users'],
    appears: async () => {
      await page.getByRole('rowheader', { name: 'ann', exact: true }).click();
      await dialog('ann').getByRole('button', { name: 'Disable' }).click();
      await dialog('ann').getByRole('alert').waitFor();
    },
  },
  columns: {
    on: ['/admin/management/users', 'Users'],
    appears: async () => {
      await page.getByRole('button', { name: 'Columns and export' }).click();
      await page.getByRole('menuitemcheckbox').first().waitFor();
    },
  },
};

// covers: [MENU-03, MENU-04]
test('whatever lies over a page is without flaws', { timeout: 900_000 * SLOWNESS }, async () => {
  for (const [at, [name, { on, appears }]] of sampleOf(Object.entries(overlays))) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(server, page, ...on);
    await page.getByRole('button', { name: /^Account:/ }).waitFor();
    await appears();
    for (const look of looksOf(at)) found.push(...(await inspect(page, `overlays/${name}`, look)));
    await page.keyboard.press('Escape');
  }
});

// covers: [MENU-01]
test('the sidebar of a narrow window lies over the page', async () => {
  for (const look of looksOf(1).filter(({ width }) => width === 390)) {
    await wear(page, look);
    await open(server, page, '/admin/management/users', 'Users');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Users' }).waitFor();
    found.push(...(await inspect(page, 'overlays/navigation', look)));
    await page.keyboard.press('Escape');
  }
});

test('looking with other eyes stands above the page', async () => {
  await open(server, page, '/packages', 'Packages');
  await viewAs(page, { role: 'user', licence: 'OSS' });
  await page.getByRole('region', { name: 'View as' }).waitFor();
  for (const look of looksOf(2)) found.push(...(await inspect(page, 'overlays/viewing', look)));
  await viewAs(page, null);
});

test('nothing was found, and nothing went wrong', () => {
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});
