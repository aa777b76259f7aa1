// What happens between an address and its page: starting the application, waiting for it, signing in on the way.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, underWay } from './browser';
import { follow, heading, inside, insideByForm, leave, NO_FACTOR, open, records, whereIs } from './fixture';
import { SlowNetwork } from './proxy.mjs';
import { Server } from './server';

const faults: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  expect(faults).toEqual([]);
});

const started = (page: Page) =>
  records(page).then(all => all.filter(({ machine }) => machine === 'startup').flatMap(({ calls }) => calls));

describe('a server that visitors may look at', () => {
  let server: Server;
  let network: SlowNetwork;

  beforeAll(async () => {
    const port = await Server.freePort();
    network = await SlowNetwork.to(port);
    const settings = `[installation]\nfeatures = []\n${NO_FACTOR}anonymous_allowed = true\n`;
    server = await Server.start(`public_url = "${network.origin}"\n${settings}`, port);
  });

  afterAll(async () => {
    network.end();
    await server.end();
  });

  // covers: [NAV-01, BOOT-04]
  test('the application is started by the first page that needs it, in two rounds, and only once', async () => {
    const page = await openTab(await browser.newContext(), faults);
    await open(network, page, '/login', 'Sign in');
    expect(await started(page)).toEqual([]);
    await open(network, page, '/overview', 'Overview');
    await open(network, page, '/builds', 'Builds');
    const calls = (await started(page)).map(({ call }) => call).filter(call => call !== 'tell');
    expect(calls.slice(0, 2).sort()).toEqual(['access.current_user', 'settings.footer']);
    expect(calls.slice(2, 4).sort()).toEqual(['licences.entitlements', 'topology.services']);
    expect(calls.slice(4)).toEqual(['settings.load']);
    await closeTabs(page.context());
  });

  // covers: [NAV-02]
  test('whoever goes to login while another page waits for the start is not taken to that page', async () => {
    // Both questions reach the server together, and still the start may be over before the second one is read.
    let page = await goTwice();
    for (let tries = 1; tries < 10 && !(await guards(page)).includes('cancel_pending'); tries++) {
      await closeTabs(page.context());
      page = await goTwice();
    }
    expect(await guards(page)).toContain('cancel_pending');
    // the tab's place in the last record after the start
    const moves = async () => (await records(page)).filter(({ machine }) => machine === 'navigation');
    await expect.poll(async () => (await moves()).at(-1)?.state.place?.route).toBe('login');
    await heading(page, 'Sign in').waitFor();
    await expect.poll(() => whereIs(page)).toBe('/login');
    expect(await heading(page, 'Overview').count()).toBe(0);
    await closeTabs(page.context());
  });

  /** Goes to another page and then to login, while nothing reaches the server, and lets both questions through. */
  async function goTwice() {
    const page = await openTab(await browser.newContext(), faults);
    const questions: string[] = [];
    page.on('websocket', socket =>
      socket.on(
        'framesent',
        ({ payload }) => String(payload).includes('"go"') && questions.push(String(payload)),
      ),
    );
    await open(network, page, '/login', 'Sign in');
    await expect.poll(() => underWay(page)).toEqual([]);
    network.hold();
    questions.length = 0;
    for (const [number, path] of [
      [1, '/overview'],
      [2, '/login'],
    ] as const) {
      await follow(page, path);
      await expect.poll(() => questions).toHaveLength(number);
      expect(questions.at(-1)).toContain(`"${path}"`);
      await expect.poll(() => network.waiting).toBeGreaterThanOrEqual(number);
    }
    network.release();
    await expect
      .poll(async () =>
        (await records(page)).some(({ machine, to }) => machine === 'startup' && to === 'ready'),
      )
      .toBe(true);
    await expect.poll(() => underWay(page)).toEqual([]);
    return page;
  }

  const guards = async (page: Page) => (await records(page)).flatMap(({ guards }) => guards);
});

describe('a server for those who sign in', () => {
  let server: Server;

  beforeAll(async () => {
    let page: Page;
    ({ server, page } = await inside(browser, `[installation]\nfeatures = []\n${NO_FACTOR}`, faults));
    await closeTabs(page.context());
  });

  afterAll(() => server.end());

  /** Opens a page without a session; the tab remembers it. */
  async function turnedAway(path: string): Promise<Page> {
    const page = await openTab(await browser.newContext(), faults);
    // it is shown for a few seconds only, whether the page is there by then or not
    const notice = page.getByRole('alert').filter({ hasText: 'not authorized' }).first().waitFor();
    await Promise.all([notice, open(server, page, path, 'Sign in')]);
    return page;
  }

  // covers: [MEM-01, NAV-06]
  test('whoever has to sign in first is told so, and lands where they wanted to be', async () => {
    const page = await turnedAway('/admin/management/groups?projectKey=dflt');
    await expect.poll(() => whereIs(page)).toBe('/login?logout=true');
    await logIn(page, ann.password);
    await heading(page, 'Groups').waitFor();
    await expect.poll(() => whereIs(page)).toBe('/admin/management/groups?projectKey=dflt');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('waybill.wanted'))).toBe(null);
    await closeTabs(page.context());
  });

  // covers: [MEM-01]
  test('what somebody wanted eight hours ago does not count any more', async () => {
    const page = await turnedAway('/admin/management/groups');
    await page.evaluate(() => {
      const wanted = JSON.parse(sessionStorage.getItem('waybill.wanted') ?? '');
      const at = new Date(Date.parse(wanted.at) - 8 * 3_600_000 - 1_000).toISOString();
      sessionStorage.setItem('waybill.wanted', JSON.stringify({ ...wanted, at }));
    });
    await logIn(page, ann.password);
    await heading(page, 'Packages').waitFor();
    await expect.poll(() => whereIs(page)).toBe('/packages');
    await closeTabs(page.context());
  });
});

// covers: [NAV-03, NAV-07]
test('a link of the console skips the licence check, and an address from elsewhere does not', async () => {
  const { server, page } = await insideByForm(
    browser,
    `[installation]\nlicence = "NONE"\nfeatures = []\nhidden_routes = ["admin.licenses.licenses"]\n${NO_FACTOR}`,
    faults,
  );
  const licences = '/admin/license_management/licenses?skipLicenseCheck=true';
  await page.getByText('You are already signed in.').waitFor();
  const tab = await openTab(page.context(), faults);
  await tab.goto(`${server.origin}/ui${licences}`);
  await tab.getByText('You are not authorized to view this page').first().waitFor();
  await follow(tab, licences);
  await heading(tab, 'Licences').waitFor();
  await expect.poll(() => whereIs(tab)).toBe(licences);
  const guards = (await records(tab)).flatMap(record => record.guards);
  expect(guards).toContain('menu_item_hidden');
  expect(guards).toContain('skip_license_check');
  await leave({ server, page });
});

// covers: [NAV-07]
test('a fresh tab that a lightweight installation keeps from a page is in the tree, at the path that it wanted', async () => {
  const { server, page } = await inside(
    browser,
    `[installation]\nlightweight = true\nfeatures = []\nhidden_routes = ["builds", "integrations"]\n${NO_FACTOR}`,
    faults,
  );
  await heading(page, 'Artifacts').waitFor();
  for (const [asked, led] of [
    ['/builds/libs-release/org/acme', '/repos/tree/General/libs-release/org/acme?fromUnauthorized=true'],
    ['/integrations', '/repos/tree/General?fromUnauthorized=true'],
  ] as const) {
    const tab = await openTab(page.context(), faults);
    const notice = tab.getByText('The requested page was not opened.').waitFor();
    await Promise.all([notice, open(server, tab, asked, 'Artifacts')]);
    await expect.poll(() => whereIs(tab)).toBe(led);
    await tab.close();
  }
  await leave({ server, page });
});
