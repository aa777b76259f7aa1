// Signing out, as the user sees it: the page goes at once, and nothing of it is asked for again.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu, underWay } from './browser';
import { call, heading, inside, joined, NO_FACTOR, open } from './fixture';
import type { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterEach(() => expect(faults).toEqual([]));

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** Collects the answers of the API that refuse something, as they come. */
function refusals(tab: Page): string[] {
  const refused: string[] = [];
  tab.on('response', response => {
    const { pathname } = new URL(response.url());
    if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${pathname}`);
  });
  return refused;
}

/** Has the tab collect the texts of its account button from now on. */
async function watchAccount(tab: Page): Promise<() => Promise<string[]>> {
  await tab.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      const account = document.querySelector<HTMLElement>('header button[aria-haspopup=menu]:last-of-type');
      for (const text of document.body.innerText.match(/Not signed in/g) ?? []) seen.add(text);
      if (account) seen.add(account.innerText.replace(/\s+/g, ' ').trim());
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(globalThis, { seenAccounts: seen });
  });
  return () => tab.evaluate(() => [...(globalThis as unknown as { seenAccounts: Set<string> }).seenAccounts]);
}

test('no tab shows the old page without its user, or asks for its content again', async () => {
  await open(server, page, '/admin/management/users', 'Users');
  const second = await openTab(page.context(), faults);
  await open(server, second, '/admin/monitoring/service-status', 'Service status');
  await second.getByText('Online').first().waitFor();
  const tabs = [page, second];
  const watched = await Promise.all(tabs.map(watchAccount));
  const refused = tabs.map(refusals);

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of tabs) await heading(tab, 'Sign in').waitFor();
  await page.waitForTimeout(500);
  expect(refused).toEqual([[], []]);
  for (const seen of watched) expect((await seen()).join()).not.toMatch(/Not signed in/);
});

/** Hides a tab or shows it again, as the browser does with one behind another. */
async function turn(tab: Page, state: 'hidden' | 'visible'): Promise<void> {
  await tab.evaluate(to => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Longer than the longest notification stays. */
const PAST_NOTICES_MS = 6_000;

/** Has the console say something in a notification, which closes by itself. */
async function notification(tab: Page) {
  await tab.getByRole('button', { name: /^Account:/ }).click();
  await tab.getByRole('menuitem', { name: /^Switch to/ }).click();
  const shown = tab.getByText(/^(Classic|New) UI:/).first();
  await shown.waitFor();
  return shown;
}

// covers: [SESS-02]
test('what counts down waits while the page is hidden, and goes on when it is shown', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(`${server.origin}/ui/login`);
  await logIn(tab, ann.password);
  await tab.getByRole('button', { name: /^Account:/ }).waitFor();
  await open(server, tab, '/admin/monitoring/system_logs', 'System logs');
  // while lines come as they are written nothing counts down
  await tab.locator('#content').getByText('Live', { exact: true }).waitFor();
  await tab.getByRole('checkbox', { name: 'Live updates' }).uncheck();
  await tab.getByText(/^Refresh in \d+ s$/).waitFor();

  await turn(tab, 'hidden');
  await tab.getByText('Paused', { exact: true }).waitFor();
  await turn(tab, 'visible');
  await tab.getByText(/^Refresh in \d+ s$/).waitFor();
  // what the user has stopped stays as it is
  await tab.getByRole('button', { name: 'Pause', exact: true }).click();
  await tab.getByText('Paused', { exact: true }).waitFor();
  await turn(tab, 'hidden');
  await turn(tab, 'visible');
  await tab.waitForTimeout(500);
  expect(await tab.getByText('Paused', { exact: true }).count()).toBe(1);

  const shown = await notification(tab);
  await turn(tab, 'hidden');
  await tab.waitForTimeout(PAST_NOTICES_MS);
  expect(await shown.isVisible()).toBe(true);
  await turn(tab, 'visible');
  await shown.waitFor({ state: 'hidden' });
  await closeTabs(tab.context());
});

// covers: [NAV-16]
test('after signing out, the next user sees what their own clients need, once', async () => {
  const admin = await openTab(await browser.newContext(), faults);
  await admin.goto(`${server.origin}/ui/login`);
  await logIn(admin, ann.password);
  await profileMenu(admin).waitFor();
  const settings = { description: '' };
  const wanted = { key: 'npm-local', class: 'local', package_type: 'npm', settings };
  await call(server, admin, 'repositories', wanted);
  const bobs = await joined(browser, server, admin, 'bob', faults);
  const panel = bobs.getByRole('region', { name: 'Set up your clients' });
  // no user had signed out in this browser before
  await bobs.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await panel.count()).toBe(0);
  await profileMenu(bobs, 'bob').click();
  await bobs.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(bobs, 'Sign in').waitFor();
  // the flag has nothing of the user
  expect(await bobs.evaluate(() => Object.entries(localStorage).join().includes('bob'))).toBe(false);

  await logIn(bobs, ann.password);
  await panel.getByText('ann', { exact: true }).waitFor();
  expect(await panel.innerText()).not.toContain('bob');
  await panel.getByText(server.origin, { exact: false }).first().waitFor();
  await panel.getByLabel('Repository').selectOption('npm-local');
  await panel
    .getByText(`${server.origin}/artifactory/api/npm/npm-local/`, { exact: false })
    .first()
    .waitFor();
  // until it is closed, in every tab
  await bobs.reload();
  const second = await openTab(bobs.context(), faults);
  await open(server, second, '/admin/management/users', 'Users');
  const other = second.getByRole('region', { name: 'Set up your clients' });
  await other.waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await other.waitFor({ state: 'detached' });
  await bobs.reload();
  await profileMenu(bobs).waitFor();
  await bobs.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await panel.count()).toBe(0);
  for (const tab of [admin, bobs]) await closeTabs(tab.context());
});

// covers: [SESS-02]
test('a hidden page does not try to reach a server that is gone, and does so at once when it is shown', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await open(server, tab, '/login', 'Sign in');
  await tab.getByText('Live', { exact: true }).waitFor();
  await turn(tab, 'hidden');
  await server.kill('SIGTERM');
  await tab.getByText('Live', { exact: true }).waitFor({ state: 'hidden' });
  // the attempt that the lost connection itself makes
  await tab.waitForTimeout(1_000);
  await expect.poll(() => underWay(tab)).toEqual([]);
  let asked = 0;
  tab.on('request', request => {
    if (request.url().includes('/api/v1/')) asked += 1;
  });
  await tab.waitForTimeout(4_000);
  expect(asked).toBe(0);
  await server.run();
  await turn(tab, 'visible');
  await tab.getByText('Live', { exact: true }).waitFor();
  expect(asked).toBeGreaterThan(0);
  await closeTabs(tab.context());
});

// covers: [SESS-02]
test('what counts down waits while the user signs out, and goes on at the sign-in page', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  await tab.goto(`${server.origin}/ui/login`);
  await logIn(tab, ann.password);
  const shown = await notification(tab);
  // it has its whole time again right before the user signs out, however slow the way there is
  await turn(tab, 'hidden');
  await tab.getByRole('button', { name: /^Account:/ }).click();
  const entry = tab.getByRole('menuitem', { name: 'Logout' });
  await entry.waitFor();
  await turn(tab, 'visible');
  const network = { release: () => {} };
  const held = new Promise<void>(resolve => {
    network.release = resolve;
  });
  // the next session is what a signed-out tab waits for
  await tab.route('**/api/v1/session', async route => {
    await held;
    await route.continue();
  });
  await entry.click();
  await tab.getByText('Signing out', { exact: false }).waitFor();
  await tab.waitForTimeout(PAST_NOTICES_MS);
  expect(await shown.isVisible()).toBe(true);
  network.release();
  await heading(tab, 'Sign in').waitFor();
  await shown.waitFor({ state: 'hidden' });
  await closeTabs(tab.context());
});
