// One width for all pages but tables, logs and short texts, and buttons with a gap between them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, underWay } from './browser';
import { call, inside, NO_FACTOR } from './fixture';
import type { Server } from './server';
import { SLOWNESS } from './slowness';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
  await page.setViewportSize({ width: 1920, height: 1000 });
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** Nearer than this two buttons look like one. */
const GAP_PX = 4;

const ONE_WIDTH = [
  '/overview',
  '/insight',
  '/user_profile',
  '/admin/artifactory/list',
  '/admin/configuration/general',
  '/admin/license_management/licenses',
  '/admin/monitoring/service-status',
  '/admin/proxies/configuration/new',
];
const OTHERS = [
  '/session-activity',
  '/admin/management/users',
  '/admin/support-zone',
  '/admin/monitoring/system_logs',
];

async function shown(path: string): Promise<void> {
  await page.goto(`${server.origin}/ui${path}`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => underWay(page).filter(url => url.includes('/api/'))).toEqual([]);
}

test('pages have one width', async () => {
  const widths: Record<string, number> = {};
  for (const path of ONE_WIDTH) {
    await shown(path);
    widths[path] = await page
      .getByRole('main')
      .getByRole('heading', { level: 1 })
      .evaluate(title => Math.round(title.getBoundingClientRect().width));
  }
  expect(new Set(Object.values(widths)).size, JSON.stringify(widths, null, 2)).toBe(1);
});

test('no two buttons beside each other touch', async () => {
  for (const path of [...ONE_WIDTH, ...OTHERS]) {
    await shown(path);
    if (path.endsWith('/general')) {
      // the buttons that come with a chosen picture
      const buffer = Buffer.from('89504e470d0a1a0a', 'hex');
      const file = { name: 'logo.png', mimeType: 'image/png', buffer };
      await page.getByRole('main').locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
    }
    const touching = await page.getByRole('main').evaluate((main, gap) => {
      const all = [...main.querySelectorAll('button.mantine-Button-root')];
      return all.flatMap(one => {
        const next = one.nextElementSibling;
        if (!next || !all.includes(next)) return [];
        const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
        const across = Math.max(b.left - a.right, a.left - b.right);
        const down = Math.max(b.top - a.bottom, a.top - b.bottom);
        return Math.max(across, down) < gap ? [`${one.textContent} | ${next.textContent}`] : [];
      });
    }, GAP_PX);
    expect(touching, path).toEqual([]);
  }
});

/** What makes a list of choices look like another; the quiet one of the sign-in page has no border. */
const looksOfSelects = (tab: Page) =>
  tab.locator('select:visible').evaluateAll(all =>
    all.map(select => {
      const style = getComputedStyle(select);
      const { appearance, borderRadius, backgroundImage, backgroundPosition, fontFamily, paddingRight } =
        style;
      return JSON.stringify([
        appearance,
        borderRadius,
        backgroundImage,
        backgroundPosition,
        fontFamily,
        paddingRight,
      ]);
    }),
  );

test('lists of choices look alike', async () => {
  const looks: string[] = [];
  // its list is in the sidebar
  await call(server, page, 'projects', { project_key: 'web', display_name: 'Web' });
  for (const path of [
    '/packages',
    '/session-activity',
    '/admin/monitoring/system_logs',
    '/admin/proxies/configuration/new',
  ]) {
    await shown(path);
    await page.locator('select:visible').first().waitFor();
    looks.push(...(await looksOfSelects(page)));
  }
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'View as…' }).click();
  await page.getByRole('dialog').locator('select').first().waitFor();
  looks.push(...(await looksOfSelects(page)));
  const visitor = await browser.newPage();
  await visitor.goto(`${server.origin}/ui/login`);
  await visitor.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  looks.push(...(await looksOfSelects(visitor)));
  await visitor.close();
  expect(looks.length).toBeGreaterThan(8);
  expect(new Set(looks).size, [...new Set(looks)].join('\n')).toBe(1);
});

test('a state is a pill with an icon, of a service and of a support bundle', async () => {
  await call(server, page, 'ui/userSupport/generateBundle', {
    services: ['artifactory'],
    name: 'pill',
    description: '',
    parameters: {},
  });
  const looks: string[] = [];
  for (const [path, state] of [
    ['/admin/support-zone', 'Success'],
    ['/admin/monitoring/service-status', 'Online'],
  ] as const) {
    await shown(path);
    const pill = page.getByRole('main').getByText(state, { exact: true }).first();
    await pill.waitFor({ timeout: 60_000 * SLOWNESS });
    expect(await pill.locator('svg').count(), state).toBe(1);
    looks.push(
      await pill.evaluate(node => {
        const { borderRadius, borderWidth, color, fontSize, fontWeight, paddingLeft } =
          getComputedStyle(node);
        return [borderRadius, borderWidth, color, fontSize, fontWeight, paddingLeft].join(' ');
      }),
    );
  }
  expect(new Set(looks).size, looks.join('\n')).toBe(1);
});
