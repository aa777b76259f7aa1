// States of pages that are not there when a page is simply opened, looked at by axe like the pages themselves: while it
// loads, when that fails, with a filter that nothing matches, with errors in a form, with a notification.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, logIn, openBrowser, openTab } from './browser';
import { follow, heading, inside, joined, NO_FACTOR, open } from './fixture';
import { HeldAnswers } from './held';
import { calm, inspect, looksOf } from './pictures';
import type { Server } from './server';
import { SLOWNESS } from './slowness';
import { sampleOf } from './whole';

const faults: string[] = [];
const found: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;
let turn = 0;

beforeAll(async () => {
  browser = await openBrowser();
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = []\nservices = ["insight"]\n';
  ({ server, page } = await inside(browser, settings + NO_FACTOR, faults));
  await heading(page, 'Packages').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** Looks at what a tab shows, each time in another look. */
async function see(name: string, tab = page, ready?: typeof calm): Promise<void> {
  for (const look of looksOf(turn)) found.push(...(await inspect(tab, `states/${name}`, look, ready)));
  turn += 1;
  await tab.setViewportSize({ width: 1440, height: 900 });
}

/** The pages that ask for something when they are opened. */
const loading: Record<string, string> = {
  overview: '/overview',
  licences: '/admin/license_management/licenses',
  'support-zone': '/admin/support-zone',
  'release-bundles': '/release-bundles/target',
  'general-settings': '/admin/configuration/general',
  logs: '/admin/monitoring/system_logs',
  profile: '/user_profile',
  users: '/admin/management/users',
  projects: '/admin/projects/list',
  'acts-of-all': '/session-activity?view=installation',
  records: '/session-activity?view=records',
};

// covers: [ROUTE-01]
test('a page that loads, and one that could not be loaded', { timeout: 600_000 * SLOWNESS }, async () => {
  const all = Object.entries(loading);
  for (const [at, [name, path]] of sampleOf(all)) {
    // each in the look that it has when all are seen
    turn = 2 * at;
    // a page that asks for nothing, in a tab that has no answers yet
    await open(server, page, '/404', 'Page not found');
    const held = await HeldAnswers.of(page);
    await follow(page, path);
    await heading(page, 'Page not found').waitFor({ state: 'detached' });
    await see(`${name}-loading`, page, calm);
    held.fail();
    await see(`${name}-failed`);
    await held.release();
  }
  turn = 2 * all.length;
});

/** States of a page that its user brings about, and how they get there from the page. */
const states: Record<string, { on: [string, string]; appears: () => Promise<unknown> }> = {
  'acts-nothing-found': {
    on: ['/session-activity', 'Session activity'],
    appears: async () => {
      await page.getByLabel('Search activity').fill('qqqqqq');
      await page.getByText('No activity matches').first().waitFor();
    },
  },
  'records-nothing-found': {
    on: ['/session-activity?view=records', 'Session activity'],
    appears: async () => {
      await page.getByLabel('Filter records').fill('qqqqqq');
      await page.getByText('No matching records').first().waitFor();
    },
  },
  'advanced-nothing-found': {
    on: ['/admin/artifactory/list', 'Advanced'],
    appears: async () => {
      await page.getByLabel('Search pages').fill('qqqqqq');
      await page.getByText('No pages match “qqqqqq”').first().waitFor();
    },
  },
  'not-found-search': {
    on: ['/404', 'Page not found'],
    appears: async () => {
      await page.getByLabel('Search pages').first().fill('log');
      await page.getByRole('list', { name: 'Search pages' }).waitFor();
    },
  },
  'logs-nothing-found': {
    on: ['/admin/monitoring/system_logs', 'System logs'],
    appears: async () => {
      await page.getByLabel('Search this log').fill('qqqqqq');
      await page.getByRole('button', { name: 'Show matches' }).click();
      await page.getByRole('heading', { name: 'No matches' }).waitFor();
    },
  },
  'proxy-errors': {
    on: ['/admin/proxies/configuration/new', 'New proxy'],
    appears: async () => {
      await page.getByLabel('HTTPS port').fill('0');
      await page.getByRole('button', { name: 'Create configuration' }).click();
      await page.getByText('Enter a whole number from 1 to 65535.').waitFor();
      await page.getByText('Enter the host name.').waitFor();
    },
  },
  'proxy-made': {
    on: ['/admin/proxies/configuration/new', 'New proxy'],
    appears: async () => {
      await page.getByLabel('Server name').fill('waybill.example.org');
      await page.getByRole('button', { name: 'Create configuration' }).click();
      await page
        .getByRole('region', { name: /\.conf$/ })
        .first()
        .waitFor();
    },
  },
  'licence-refused': {
    on: ['/admin/license_management/licenses', 'Licences'],
    appears: async () => {
      await page.getByLabel('Licence key').fill('no key');
      await page.getByRole('button', { name: 'Install' }).click();
      await page.getByText('Not a licence key.', { exact: false }).waitFor();
    },
  },
  'logo-chosen': {
    on: ['/admin/configuration/general', 'General settings'],
    appears: async () => {
      const buffer = Buffer.from('no picture');
      const file = { name: 'logo.png', mimeType: 'image/png', buffer };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Use this picture' }).click();
      await page.getByRole('main').getByRole('alert').first().waitFor();
    },
  },
  'bundle-errors': {
    on: ['/admin/support-zone', 'Support zone'],
    appears: async () => {
      await page.getByRole('button', { name: 'Create bundle' }).first().click();
      await page.getByLabel('Thread dumps').fill('1.5');
      await page.getByText('Enter a whole number, 0 or more.').waitFor();
    },
  },
  'bundle-gone': {
    on: ['/admin/support-zone?bundle=gone', 'Support zone'],
    appears: () => page.getByText('This bundle no longer exists.').waitFor(),
  },
  'release-bundle-absent': {
    on: ['/release-bundles/source/shop/1.0.0', 'Release bundles'],
    appears: () => page.getByText('There is no bundle shop 1.0.0 here.').waitFor(),
  },
  'password-errors': {
    on: ['/session-activity', 'Session activity'],
    appears: async () => {
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.getByLabel('New password', { exact: true }).fill('correct horse');
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByText('Enter your current password.').waitFor();
    },
  },
  'sidebar-collapsed': {
    on: ['/session-activity', 'Session activity'],
    appears: () => page.getByRole('button', { name: 'Collapse sidebar' }).click(),
  },
};

// covers: [ROUTE-01, FORM-01]
test('filters without matches, forms with errors, and other states', {
  timeout: 600_000 * SLOWNESS,
}, async () => {
  const before = turn;
  const all = Object.entries(states);
  for (const [at, [name, { on, appears }]] of sampleOf(all)) {
    turn = before + at;
    await open(server, page, ...on);
    await appears();
    await see(name);
    // an open dialog keeps what is half typed, and with it the page
    await page.keyboard.press('Escape');
  }
  turn = before + all.length;
  await page.evaluate(() => localStorage.clear());
});

test('notifications: news, a failure, and a redirect', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: /^Switch to/ }).click();
  await page
    .getByText(/^(Classic|New) UI:/)
    .first()
    .waitFor();
  await see('notification-news');

  const bob = await joined(browser, server, page, 'bob', faults);
  const menu = async () => {
    await bob.getByRole('button', { name: /^Account:/ }).click();
    await bob.getByRole('menuitem').first().waitFor();
  };
  await follow(bob, '/admin/management/users');
  await bob.getByText('You are not authorized to view this page').first().waitFor();
  await see('notification-redirect', bob);
  const held = await HeldAnswers.of(bob, '**/ui/auth/sessions*');
  held.fail();
  await menu();
  await bob.getByRole('menuitem', { name: 'Signed-in sessions' }).click();
  await bob.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  await see('sessions-failed', bob);
  await held.release();
  await closeTabs(bob.context());
});

test('the sign-in page with errors', async () => {
  const visitor = await openTab(await browser.newContext(), faults);
  await open(server, visitor, '/login', 'Sign in');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await visitor.getByText('Enter your user name.').waitFor();
  await see('sign-in-missing', visitor);
  await logIn(visitor, 'not the password');
  await visitor.getByText('Incorrect user name or password.').waitFor();
  await see('sign-in-incorrect', visitor);
  await visitor.route('**/ui/auth/login*', route =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'too_many_attempts', message: 'Wait.', retry_after_ms: 60_000 } },
    }),
  );
  await logIn(visitor, 'not the password');
  await visitor.getByText('Too many attempts.', { exact: false }).waitFor();
  await see('sign-in-slowed', visitor, calm);
  for (const [name, path] of [
    ['set-up-without-link', '/setup'],
    ['set-up-used', new URL(server.setupLink).pathname.replace('/ui', '') + new URL(server.setupLink).search],
    ['invitation-used', '/login/invitation#token=used'],
  ] as const) {
    await visitor.goto(`${server.origin}/ui${path}`);
    await visitor.getByRole('button', { name: 'Go to sign-in' }).waitFor();
    await see(name, visitor);
  }
  await closeTabs(visitor.context());
});

test('nothing was found, and nothing went wrong', () => {
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});
