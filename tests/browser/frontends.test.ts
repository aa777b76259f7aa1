import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab, profileMenu } from './browser';
import { setUpAndSignIn } from './fixture';
import { Server } from './server';

let server: Server;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  server = await Server.start();
  browser = await openBrowser();
  context = await browser.newContext();
  const first = await openTab(context, []);
  await setUpAndSignIn(server, first);
  await first.close();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const insight = '**/ui/frontends/insight/insight-*.js*';
const failure = 'Error: failed resolving microfrontend insight';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** The console messages of the page, in order. */
function output(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') lines.push(message.text());
  });
  return lines;
}

async function open(path: string, faults: string[]): Promise<Page> {
  const page = await openTab(context, faults);
  await page.goto(`${server.origin}/ui${path}`);
  return page;
}

// covers: [MFE-01, MFE-02, BOOT-01]
test('a front-end comes as a script of its own, checked by its hash, and shows live figures', async () => {
  const faults: string[] = [];
  const page = await openTab(context, faults);
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/ui/insight`);
  await heading(page, 'Insight').waitFor();
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  await page.getByRole('table', { name: 'States of the machines' }).getByText('signed_in').first().waitFor();
  expect(asked.some(path => /^\/ui\/frontends\/insight\/insight-[\w-]+\.js$/.test(path))).toBe(true);
  const preload = page.locator('link[rel=modulepreload][integrity^="sha384-"]');
  expect(await preload.getAttribute('href')).toMatch(/insight-/);
  const steps = page.getByText('Steps recorded').locator('xpath=following-sibling::dd');
  const before = Number(await steps.innerText());
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => Number(await steps.innerText())).toBeGreaterThan(before);
  await page.getByRole('link', { name: 'Session activity' }).last().click();
  await heading(page, 'Session activity').waitFor();
  await page.locator('.fe-insight').waitFor({ state: 'detached' });
  await page.close();
  expect(faults).toEqual([]);
});

// covers: [MFE-06]
test('the language and the colour scheme reach the front-ends, also when they change', async () => {
  const faults: string[] = [];
  const page = await openTab(context, faults);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${server.origin}/ui/insight`);
  const panel = page.locator('.fe-insight .panel').first();
  await panel.getByRole('heading', { name: 'Event log of this session' }).waitFor();
  const colour = () => panel.evaluate(box => getComputedStyle(box).color);
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colour).not.toBe(light);
  await profileMenu(page).click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await panel.getByRole('heading', { name: 'このセッションのイベントログ' }).waitFor();
  await page.getByRole('heading', { name: 'マシン別のステップ' }).waitFor();
  // the components of the shell in the front-end are in the language as well
  await page.getByRole('table', { name: 'マシンの状態' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('waybill.language'));
  await page.close();
  expect(faults).toEqual([]);
});

test('the pages of services that come later say so, and what they show until then', async () => {
  const faults: string[] = [];
  const page = await openTab(context, faults);
  for (const [path, title, text] of [
    ['/insight', 'Insight', 'Insight will show how the platform is used over time'],
    ['/tracker', 'Tracker', 'Tracker will follow releases'],
  ] as const) {
    await page.goto(`${server.origin}/ui${path}`);
    await heading(page, title).waitFor();
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Event log of this session', level: 2 }).waitFor();
    await expect.poll(() => main.getByText('Comes in a later release', { exact: true }).count()).toBe(1);
    await expect.poll(() => main.getByText(text, { exact: false }).count()).toBe(1);
    await main.getByRole('link', { name: 'Session activity' }).click();
    await heading(page, 'Session activity').waitFor();
  }
  await page.close();
  expect(faults).toEqual([]);
});

// covers: [MFE-02, MFE-03]
test('definitions are asked for once a week and not once a page', async () => {
  const page = await openTab(context, []);
  let asked = 0;
  page.on('request', request => {
    if (request.url().endsWith('/system/frontends')) asked += 1;
  });
  await page.goto(`${server.origin}/ui/insight`);
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('waybill.front-ends'));
  await page.reload();
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  await page.goto(`${server.origin}/ui/tracker`);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(asked).toBe(1);
  await page.close();
});

// covers: [MFE-03]
test('definitions that are a week old are asked for anew', async () => {
  const page = await openTab(context, []);
  await page.addInitScript(() => {
    const now = Date.now;
    const week = 7 * 24 * 3_600_000;
    Date.now = () => now() + week + 1_000;
  });
  let asked = 0;
  page.on('request', request => {
    if (request.url().endsWith('/system/frontends')) asked += 1;
  });
  await page.goto(`${server.origin}/ui/tracker`);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(asked).toBe(1);
  await page.evaluate(() => localStorage.removeItem('waybill.front-ends'));
  await page.close();
});

// covers: [MFE-03, MFE-04]
test('a front-end that does not mount within 100 s has failed', async () => {
  // the clock is its context's
  const own = await browser.newContext({ storageState: await context.storageState() });
  const page = await openTab(own, []);
  const lines = output(page);
  const body = `export const announces = ['/insight/:path*'];
    export const bootstrap = async () => undefined;
    export const mount = () => {
      globalThis.mountingSince = Date.now();
      return new Promise(() => undefined);
    };
    export const unmount = async () => undefined;`;
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  await page.addInitScript(() => localStorage.removeItem('waybill.front-ends'));
  await page.route('**/system/frontends', async route => {
    const answer: { frontends: { name: string }[] } = await (await route.fetch()).json();
    const frontends = answer.frontends.map(one => (one.name === 'insight' ? { ...one, integrity } : one));
    await route.fulfill({ json: { ...answer, frontends } });
  });
  await page.route(insight, route => route.fulfill({ contentType: 'text/javascript', body }));
  await page.clock.install();
  await page.goto(`${server.origin}/ui/insight`);
  await heading(page, 'Insight').waitFor();
  const since = () => page.evaluate(() => (globalThis as { mountingSince?: number }).mountingSince ?? 0);
  await expect.poll(since).toBeGreaterThan(0);
  // from now on the clock only moves when the test moves it
  await page.clock.pauseAt((await since()) + 99_000);
  const broken = page.getByText('The insight front-end does not work right now.');
  expect(await broken.count()).toBe(0);
  await page.clock.runFor(1_500);
  await broken.waitFor();
  await expect.poll(() => lines.join('\n')).toContain('Could not setup microfrontend application');
  await own.close();
});

// covers: [MFE-04]
test('a script that is missing fails in the words of the catalogue, and works when it is there again', async () => {
  const page = await openTab(context, []);
  const lines = output(page);
  await page.route(insight, route => route.fulfill({ status: 404 }), { times: 1 });
  await page.goto(`${server.origin}/ui/insight`);
  await page.getByText(failure).waitFor();
  await expect.poll(() => lines.join('\n')).toContain('Could not fetch microfrontend application');
  // the rest of the console works
  await profileMenu(page).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  await page.close();
});

test('a script whose content is not what the server has told never runs', async () => {
  const page = await openTab(context, []);
  await page.route(insight, route =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.ran = true; export const mount = 1;' }),
  );
  await page.goto(`${server.origin}/ui/insight`);
  await page.getByText(failure).waitFor();
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  await page.close();
});

test('a slow script says that it is on its way, and the page can be left meanwhile', async () => {
  const faults: string[] = [];
  const page = await openTab(context, faults);
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(insight, async route => {
    await released;
    await route.continue();
  });
  await page.goto(`${server.origin}/ui/insight`);
  await page.getByText('Loading…').waitFor();
  await page.getByRole('link', { name: 'Session activity' }).first().click();
  await heading(page, 'Session activity').waitFor();
  const came = page.waitForEvent('requestfinished', request => /\/insight-[\w-]+\.js/.test(request.url()));
  release();
  await came;
  await page.waitForTimeout(500);
  expect(await page.locator('.fe-insight').count()).toBe(0);
  await page.close();
  expect(faults).toEqual([]);
});

// covers: [MFE-01]
test('a front-end that throws over its own doings takes down its own box only', async () => {
  const page = await openTab(context, []);
  await page.goto(`${server.origin}/ui/insight`);
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  const script = await page.locator('link[rel=modulepreload][href*="insight"]').getAttribute('href');
  await page.evaluate(filename => {
    window.dispatchEvent(new ErrorEvent('error', { filename: filename ?? '', error: new Error('boom') }));
  }, script);
  await page.getByText('The insight front-end does not work right now.').waitFor();
  await heading(page, 'Insight').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
  await page.close();
});

// covers: [MFE-04]
test('a service that does not run says so in its own box', async () => {
  const page = await open('/pipelines', []);
  await page.getByText('Error: failed resolving microfrontend pipelines').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.close();
});

// covers: [BOOT-03]
test('a page of the shell that is missing is no endless wait, says nothing of chunks, and reaches the log', async () => {
  const page = await openTab(context, []);
  const answer = page.waitForRequest(request => request.url().endsWith('/ui/clientErrors'));
  await page.route('**/ui/js/app-layout-*.js', route => route.fulfill({ status: 404 }));
  await page.goto(`${server.origin}/ui/session-activity`);
  await page.getByRole('button', { name: 'Reload the page' }).waitFor();
  expect(await page.getByText(/chunk/i).count()).toBe(0);
  const report = await answer;
  expect(report.postDataJSON()).toMatchObject({ what: 'Loading chunk app-layout failed' });
  expect((await report.response())?.status()).toBe(200);
  await page.unroute('**/ui/js/app-layout-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await heading(page, 'Session activity').waitFor();
  await page.close();
});
