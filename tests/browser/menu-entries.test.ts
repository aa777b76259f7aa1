// Every entry of the account, help and create menus, opened: each leads to a page, a dialog or an address.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { entryName, heading, inside, joined, NO_FACTOR, open, whereIs } from './fixture';
import type { Server } from './server';
import { WHOLE } from './whole';

const addresses = {
  documentation_url: 'https://docs.example.org/console',
  learning_center_url: 'https://learn.example.org/?from=console',
  account_portal_url: 'https://portal.example.org/plan',
};

const faults: string[] = [];
let server: Server;
let browser: Browser;
let admin: Page;
let user: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const settings = Object.entries(addresses).map(([name, address]) => `${name} = "${address}"\n`);
  ({ server, page: admin } = await inside(
    browser,
    `[installation]\ncloud = true\n${settings.join('')}${NO_FACTOR}`,
    faults,
  ));
  user = await joined(browser, server, admin, 'ben', faults);
  for (const tab of [admin, user])
    await tab.context().route(/^https:\/\/\w+\.example\.org\//, route => route.fulfill({ body: 'Outside' }));
});

afterAll(async () => {
  await closeTabs(admin.context());
  await closeTabs(user.context());
  await browser.close();
  await server.end();
});

/** What an entry opens. */
type Opens = (page: Page) => Promise<unknown>;

const dialog =
  (name: string): Opens =>
  page =>
    page.getByRole('dialog', { name }).waitFor();

const shows =
  (path: string, title: string): Opens =>
  async page => {
    await page.waitForFunction(to => location.pathname === `/ui${to}`, path);
    await heading(page, title).waitFor();
  };

/** Clicks an entry that opens an address in a tab of its own. */
const outside = (address: string) => ({ address });

const own: Record<string, Opens> = {
  'Signed-in sessions': dialog('Signed-in sessions'),
};

const account: Record<string, Opens | { address: string }> = {
  'Edit Profile': shows('/user_profile', 'Edit Profile'),
  'Change password': dialog('Change password'),
  // the last one: it ends the session
  Logout: shows('/login', 'Sign in'),
};

const help = {
  Documentation: outside(addresses.documentation_url),
  'Learning Center': outside(addresses.learning_center_url),
  'Keyboard Shortcuts': dialog('Keyboard shortcuts'),
};

const isLook = (look: string) => (page: Page) => page.locator(`html[data-look="${look}"]`).waitFor();

const menus: Record<'admin' | 'user', [RegExp | string, Record<string, Opens | { address: string }>][]> = {
  admin: [
    ['Help', help],
    [
      'Create',
      {
        'New local repository': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/repositories/local/new');
          await page.getByRole('dialog', { name: 'Create repository' }).waitFor();
        },
        'New remote repository': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/repositories/remote/new');
          await page.getByLabel('Address of the other repository').waitFor();
        },
        'New virtual repository': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/repositories/virtual/new');
          await page.getByLabel('Uploads go to').waitFor();
        },
        'New user': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/management/users/new');
          await page.getByLabel('User name').waitFor();
        },
        'New group': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/management/groups/new');
          await page.getByRole('dialog', { name: 'Create group' }).waitFor();
        },
        'New permission': async page => {
          await page.waitForFunction(() => location.pathname === '/ui/admin/permissions/create');
          await page.getByRole('dialog', { name: 'Create permission' }).waitFor();
        },
      },
    ],
    [
      /^Account:/,
      {
        ...own,
        'View as…': dialog('View as'),
        'Getting Started': shows('/quick-setup', 'Quick setup'),
        'Cloud Subscription and Usage': outside(addresses.account_portal_url),
        'Quick Repository Creation': dialog('Create repository'),
        'Switch to Classic UI': isLook('classic'),
        ...account,
      },
    ],
  ],
  user: [
    ['Help', help],
    [/^Account:/, { ...own, ...account }],
  ],
};

const items = (page: Page) => page.getByRole('menuitem');

async function openMenu(page: Page, button: RegExp | string): Promise<void> {
  await open(server, page, '/session-activity', 'Session activity');
  await page.getByRole('button', { name: button, exact: true }).click();
  await items(page).first().waitFor();
}

/** Opens each entry of a menu, the second and later ones from a fresh page, and checks what appears. */
async function openAll(
  page: Page,
  button: RegExp | string,
  entries: Record<string, Opens | { address: string }>,
): Promise<void> {
  await openMenu(page, button);
  await expect
    .poll(async () => (await items(page).allInnerTexts()).map(entryName), { message: String(button) })
    .toEqual(Object.keys(entries));
  for (const [at, [name, opens]] of Object.entries(entries).entries()) {
    if (at > 0) await openMenu(page, button);
    const entry = page.getByRole('menuitem', { name });
    expect(await entry.getAttribute('aria-disabled')).toBeNull();
    if ('address' in opens) {
      const [opened] = await Promise.all([page.context().waitForEvent('page'), entry.click()]);
      await opened.getByText('Outside').waitFor();
      expect(opened.url()).toBe(opens.address);
      // the other page can do nothing to this one
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      await opened.close();
      await expect.poll(() => whereIs(page)).toBe('/session-activity');
    } else {
      await entry.click();
      await opens(page);
      expect(await page.getByText('Comes in a later release').count(), name).toBe(0);
      const opened = page.getByRole('dialog').first();
      if (await opened.isVisible()) {
        await page.keyboard.press('Escape');
        await opened.waitFor({ state: 'hidden' });
      }
    }
  }
}

async function openEach(role: keyof typeof menus, page: Page): Promise<void> {
  await open(server, page, '/session-activity', 'Session activity');
  await page.getByRole('button', { name: 'Help', exact: true }).waitFor();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect.poll(() => create.count()).toBe(role === 'admin' ? 1 : 0);
  // what helps is the same for both
  const shown = menus[role].filter(([button]) => WHOLE || role === 'admin' || button !== 'Help');
  for (const [button, entries] of shown) await openAll(page, button, entries);
  expect(faults).toEqual([]);
}

// covers: [MENU-08, MENU-03, MENU-04, MENU-06]
test('each entry of the menus of an administrator opens what it names', async () => {
  await openEach('admin', admin);
});

// covers: [MENU-08, MENU-03, MENU-04, MENU-06]
test('each entry of the menus of a user opens what it names', async () => {
  await openEach('user', user);
});

// covers: [MENU-08]
test('without addresses no entry leads outside, and the portal says that there is none', async () => {
  const plain = await inside(browser, `[installation]\ncloud = true\n${NO_FACTOR}`, faults);
  const { page } = plain;
  await open(plain.server, page, '/user/my-jfrog-redirect', 'Account portal');
  await page.getByText('This installation has no portal for managing a subscription.').waitFor();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect.poll(() => items(page).allInnerTexts()).toEqual(['Keyboard Shortcuts']);
  await page.keyboard.press('Escape');
  await closeTabs(page.context());
  await plain.server.end();
  expect(faults).toEqual([]);
});

// covers: [MENU-08]
test('what comes later is tagged in the sidebar, and its page says so', async () => {
  const scanning = '[installation]\nservices = ["xray"]\nlicence = "ENTERPRISE_X"\n';
  const plain = await inside(browser, `${scanning}${NO_FACTOR}`, faults);
  const { page } = plain;
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await open(plain.server, page, '/integrations', 'Integrations');
  await sidebar.getByRole('link', { name: 'Security policies Later' }).click();
  await heading(page, 'Security policies').waitFor();
  await page.getByText('Comes in a later release').waitFor();
  const done = sidebar.getByRole('link', { name: 'Session activity', exact: true });
  await done.click();
  await heading(page, 'Session activity').waitFor();
  expect(await page.getByText('Comes in a later release').count()).toBe(0);
  await closeTabs(page.context());
  await plain.server.end();
  expect(faults).toEqual([]);
});

// covers: [MENU-08, ROUTE-03]
test('the address of the account portal leads to the configured one', async () => {
  const { server: other, page: tab } = await inside(
    browser,
    `[installation]\naccount_portal_url = "${addresses.account_portal_url}"\n${NO_FACTOR}`,
    faults,
  );
  await tab.context().route(/^https:\/\/portal\./, route => route.fulfill({ body: 'Outside' }));
  await tab.goto(`${other.origin}/ui/user/my-jfrog-redirect`);
  await tab.getByText('Outside').waitFor();
  expect(tab.url()).toBe(addresses.account_portal_url);
  await closeTabs(tab.context());
  await other.end();
});
