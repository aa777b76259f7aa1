// What a visit begins with: few requests, an outline before anything has loaded, and pages that do not jump afterwards.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, underWay } from './browser';
import { follow, heading, inside, NO_FACTOR } from './fixture';
import { calm } from './pictures';
import type { Server } from './server';
import { delayAnswers, tooMuchMoved, watchShifts } from './shifts';
import { SLOWNESS } from './slowness';
import { WHOLE } from './whole';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** The addresses that a browser asks for, which has none of the console's files, until the page is there. */
async function requestsOf(context: BrowserContext, path: string, title: string): Promise<string[]> {
  const tab = await openTab(context, faults);
  const asked: string[] = [];
  const note = (url: string) => asked.push(new URL(url).pathname);
  tab.on('request', request => note(request.url()));
  tab.on('websocket', socket => note(socket.url()));
  await tab.goto(`${server.origin}/ui${path}`);
  await heading(tab, title).waitFor();
  // and what follows by itself
  await tab.waitForTimeout(1_500);
  await closeTabs(context);
  return asked;
}

test('the sign-in page takes at most 12 requests, its socket among them', async () => {
  const asked = await requestsOf(await browser.newContext(), '/login', 'Sign in');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12);
  expect(asked.filter(path => path === '/ui/api/v1/session')).toHaveLength(1);
});

// Home's last acts are below what the window shows, and are loaded when they are scrolled to.
test('the first page inside takes at most 27 requests', async () => {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const asked = await requestsOf(context, '/packages', 'Packages');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(27);
});

test.each([
  ['en', 'light', 'Sign in', 'User name'],
  ['de', 'dark', 'Anmelden', 'Benutzername'],
  ['ar', 'dark', 'تسجيل الدخول', 'اسم المستخدم'],
] as const)(
  'the outline shows while no script has loaded, in %s and %s',
  async (language, scheme, title, userName) => {
    const tab = await openTab(await browser.newContext({ locale: language, colorScheme: scheme }), faults);
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    await tab.route(/\/(libraries|console)-[\w-]+\.(js|css)$/, async route => {
      await held;
      await route.continue();
    });
    let sockets = 0;
    tab.on('websocket', () => {
      sockets += 1;
    });
    await tab.goto(`${server.origin}/ui/login`, { waitUntil: 'commit' });
    const outline = tab.locator('#first');
    await outline.getByText(title, { exact: true }).first().waitFor();
    // the form is the one that the server offers, so it comes with the answer for the session
    await outline.getByText(userName, { exact: true }).waitFor();
    const root = tab.locator('html');
    expect(await root.getAttribute('lang')).toBe(language);
    expect(await root.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
    const background = await tab.locator('#first').evaluate(node => getComputedStyle(node).backgroundColor);
    expect(background).toBe(scheme === 'dark' ? 'rgb(15, 19, 23)' : 'rgb(244, 246, 248)');
    // the page has opened the socket, and the console takes it over
    await expect.poll(() => sockets).toBe(1);
    release();
    await heading(tab, title).waitFor();
    await tab.locator('#first').waitFor({ state: 'detached' });
    expect(sockets).toBe(1);
    await closeTabs(tab.context());
  },
);

test('a user who was inside gets the outline of the frame, and a visitor that of the card', async () => {
  for (const [state, kind] of [
    [await page.context().storageState(), 'frame'],
    [undefined, 'card'],
  ] as const) {
    const context = await browser.newContext(state && { storageState: state });
    const tab = await openTab(context, faults);
    await tab.goto(`${server.origin}/ui/packages`, { waitUntil: 'commit' });
    await expect.poll(() => tab.locator('html').getAttribute('data-first')).toBe(kind);
    await tab.getByRole('heading', { level: 1 }).first().waitFor();
    await closeTabs(context);
  }
});

test('a page that waits for the server says so, over its outline', async () => {
  const tab = await openTab(await browser.newContext(), faults);
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await tab.route('**/api/v1/session', async route => {
    await held;
    await route.continue();
  });
  await tab.goto(`${server.origin}/ui/login`);
  await tab.getByRole('status').getByText('Connecting', { exact: false }).waitFor();
  expect(await tab.locator('#first').isVisible()).toBe(true);
  release();
  await heading(tab, 'Sign in').waitFor();
  await closeTabs(tab.context());
});

/** What is seen most, and pages of each kind for `npm run test:all`. */
const USUAL = ['/overview', '/packages', '/session-activity', '/admin/management/users', '/login'];
const PAGES = WHOLE
  ? [
      ...USUAL,
      '/admin/monitoring/system_logs',
      '/admin/configuration/general',
      '/user_profile',
      '/release-bundles/source',
      '/admin/projects/list',
      '/admin/license_management/licenses',
      '/admin/monitoring/service-status',
      '/admin/proxies/configuration/new',
      '/admin/support-zone',
      '/admin/artifactory/list',
      '/nowhere',
    ]
  : USUAL;

// In a browser that has none of the console's files; long/every-page.test.ts and long/crawl.test.ts open the others as well.
test.each([
  [1440, 900],
  [390, 844],
])(
  'no page moves by itself once it shows, at %i px',
  { timeout: 240_000 * SLOWNESS },
  async (width, height) => {
    const state = await page.context().storageState();
    const moved: string[] = [];
    for (const path of PAGES) {
      const context = await browser.newContext({
        viewport: { width, height },
        ...(path !== '/login' && { storageState: state }),
      });
      const tab = await openTab(context, faults);
      await delayAnswers(tab);
      await watchShifts(tab);
      await tab.goto(`${server.origin}/ui${path}`);
      await tab.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => underWay(tab).filter(url => url.includes('/api/'))).toEqual([]);
      await tab.waitForTimeout(500);
      for (const shift of await tooMuchMoved(tab)) moved.push(`${path}: ${shift}`);
      await closeTabs(context);
    }
    expect(moved).toEqual([]);
  },
);

test('a page that visitors see as well shows a user nothing before its frame', async () => {
  const tab = await openTab(
    await browser.newContext({ storageState: await page.context().storageState() }),
    faults,
  );
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await tab.route(/\/app-layout-[\w-]+\.js$/, async route => {
    await held;
    await route.continue();
  });
  await tab.goto(`${server.origin}/ui/404`);
  await expect.poll(() => underWay(tab).map(url => /app-layout/.test(url))).toEqual([true]);
  await tab.waitForTimeout(300);
  expect(await heading(tab, 'Page not found').count()).toBe(0);
  release();
  await heading(tab, 'Page not found').waitFor();
  expect(await tab.getByRole('banner').isVisible()).toBe(true);
  await closeTabs(tab.context());
});

test('while a page is on its way one entry of the sidebar is current, and a redirect moves nothing in the bar', async () => {
  const tab = await openTab(
    await browser.newContext({ storageState: await page.context().storageState() }),
    faults,
  );
  await tab.goto(`${server.origin}/ui/admin/management/users`);
  await heading(tab, 'Users').waitFor();
  const nav = tab.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Licences' }).waitFor();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await tab.route(/\/licences-[\w-]+\.js$/, async route => {
    await held;
    await route.continue();
  });
  await nav.getByRole('link', { name: 'Licences' }).click();
  await expect.poll(() => new URL(tab.url()).pathname).toMatch(/licenses$/);
  await expect.poll(() => nav.locator('[aria-current]').count()).toBe(1);
  release();
  await heading(tab, 'Licences').waitFor();

  const search = tab.getByRole('button', { name: /Search or go to/ });
  const before = await search.boundingBox();
  // a page without the feature behind it
  await follow(tab, '/template');
  await tab.getByRole('button', { name: 'Why was I sent here?' }).first().waitFor();
  expect(await search.boundingBox()).toEqual(before);
  await closeTabs(tab.context());
});

test.each([
  [1440, 900],
  [390, 844],
])('what a first visit is told is no error, and lies over no control, at %i px', async (width, height) => {
  const tab = await openTab(await browser.newContext({ viewport: { width, height } }), faults);
  await tab.goto(`${server.origin}/ui/`);
  await heading(tab, 'Sign in').waitFor();
  const notice = tab.getByRole('alert').filter({ hasText: 'not authorized' });
  await notice.waitFor();
  // it slides to its place
  await calm(tab);
  const over = await notice.evaluate(box => {
    const a = box.getBoundingClientRect();
    const controls = document.querySelectorAll('a, button, input, select');
    return [...controls].flatMap(control => {
      if (box.contains(control)) return [];
      const b = control.getBoundingClientRect();
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return b.width === 0 || apart ? [] : [control.outerHTML];
    });
  });
  expect(over).toEqual([]);
  // the bar at its side is red for errors
  const bar = await notice.evaluate(box => getComputedStyle(box, '::before').backgroundColor);
  expect(bar).toBe('rgb(15, 107, 120)');
  await closeTabs(tab.context());
});
