// The rules of the shell as a user sees them: on one server as it comes, and on one for each way of setting it up.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu } from './browser';
import {
  follow,
  heading,
  inside,
  insideByForm,
  leave,
  NO_FACTOR,
  open,
  setUpAndSignIn,
  whereIs,
} from './fixture';
import { Server } from './server';
import { viewAs } from './viewAs';

const faults: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

describe('a server as it comes', () => {
  let server: Server;
  let page: Page;

  beforeAll(async () => {
    server = await Server.start();
    page = await openTab(await browser.newContext(), faults);
    await setUpAndSignIn(server, page);
  });

  afterAll(async () => {
    await closeTabs(page.context());
    await server.end();
  });

  // covers: [BOOT-05, ROUTE-07, ROUTE-10, ROUTE-11, ROUTE-12, MFE-05]
  test('addresses lead where the documents say, however they are written', async () => {
    for (const [asked, title, led] of [
      ['/', 'Packages', '/packages'],
      ['/home', 'Packages', '/packages'],
      ['/release-bundles', 'Release bundles', '/release-bundles/target'],
      ['/no/such/page', 'Page not found', '/404'],
      ['/insight/of/anything', 'Service', '/insight/of/anything'],
      ['/#/builds/core/17', 'Builds', '/builds/core/17?jenkinsRedirect=true'],
      ['/#/artifacts/browse/repos/tree/General/libs', 'Artifacts', '/repos/tree/General/libs'],
      ['//packages///docker:%2F%2Fnginx', 'Packages', '/packages/docker:%2F%2Fnginx'],
      ['/session-activity?machine=login', 'Session activity', '/session-activity?machine=login'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${server.origin}/ui${asked}`);
      await page.waitForFunction(path => location.pathname + location.search === `/ui${path}`, led);
      if (title !== 'Service') await heading(page, title).waitFor();
    }
  });

  // covers: [NAV-10, NAV-12]
  test('whoever is inside has no business on the login page, also by the button for going back', async () => {
    await open(server, page, '/builds', 'Builds');
    await open(server, page, '/login/forgot-password', 'Packages');
    await page.goBack();
    await heading(page, 'Builds').waitFor();
  });

  // covers: [MENU-01, MENU-04, MENU-06]
  test('menus follow the route and whose eyes look', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await open(server, page, '/admin/management/users', 'Users');
    await sidebar.getByRole('link', { name: 'General settings' }).waitFor();
    await open(server, page, '/packages', 'Packages');
    await sidebar.getByRole('link', { name: 'Builds' }).waitFor();
    await page
      .getByRole('button', { name: /create|new/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'New user' }).waitFor();
    await page.keyboard.press('Escape');
    await viewAs(page, { role: 'user' });
    await open(server, page, '/packages', 'Packages');
    await sidebar.getByRole('link', { name: 'Builds' }).waitFor();
    await expect.poll(() => sidebar.getByRole('button', { name: 'Administration' }).count()).toBe(0);
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Edit Profile' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Getting Started' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  // covers: [NAV-09, NOTE-01]
  test('who may not enter is told so for a while, and sent home', async () => {
    await viewAs(page, { role: 'user' });
    await open(server, page, '/packages', 'Packages');
    await follow(page, '/admin/support-zone');
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'You are not authorized to view this page' })
      .first();
    await notice.waitFor();
    await page.waitForFunction(() => location.search === '?fromUnauthorized=true');
    await notice.waitFor({ state: 'hidden' });
    await viewAs(page, null);
  });

  // covers: [ROUTE-02, NAV-12, LOGIN-06]
  test('the address of logging out ends the session', async () => {
    await open(server, page, '/logout', 'Sign in');
    await page.waitForFunction(() => location.pathname === '/ui/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const current = await page.evaluate(async () => (await fetch('/ui/api/v1/ui/auth/current')).json());
    expect(current.name).toBe('anonymous');
  });
});

// covers: [NAV-05, NAV-06, ROLE-01]
test('visitors come in where they are allowed, and go to login where they are blocked', async () => {
  const free = await Server.start(`${NO_FACTOR}anonymous_allowed = true\n`);
  const visitor = await openTab(await browser.newContext(), faults);
  await visitor.goto(`${free.origin}/ui/`);
  await heading(visitor, 'Packages').waitFor();
  await free.end();
  const blocked = await Server.start(`${NO_FACTOR}anonymous_allowed = true\nanonymous_ui_blocked = true\n`);
  await visitor.goto(`${blocked.origin}/ui/`);
  await heading(visitor, 'Sign in').waitFor();
  await expect.poll(() => whereIs(visitor)).toBe('/login');
  await blocked.end();
  const closed = await Server.start(NO_FACTOR);
  await visitor.goto(`${closed.origin}/ui/packages`);
  await heading(visitor, 'Sign in').waitFor();
  await expect.poll(() => whereIs(visitor)).toBe('/login?logout=true');
  await closeTabs(visitor.context());
  await closed.end();
});

// covers: [LOGIN-05, SESS-01]
test('of two tabs with sessions of their own both are inside once somebody signs in in either', async () => {
  const server = await Server.start(NO_FACTOR);
  const context = await browser.newContext();
  const first = await openTab(context, faults);
  await first.goto(server.setupLink);
  await first.getByLabel('User name', { exact: true }).fill(ann.name);
  await first.getByLabel('Password', { exact: true }).fill(ann.password);
  await first.getByLabel('Password again', { exact: true }).fill(ann.password);
  await first.getByRole('button', { name: 'Create administrator' }).click();
  await heading(first, 'Sign in').waitFor();
  const second = await openTab(context, faults);
  for (const signing of [first, second]) {
    // as when a session ends, and each of its tabs asks for another one at the same moment
    await context.clearCookies();
    const other = signing === first ? second : first;
    await second.goto(`${server.origin}/ui/login`);
    await heading(second, 'Sign in').waitFor();
    await logIn(signing, ann.password);
    for (const page of [signing, other]) await profileMenu(page).waitFor();
    await first.goto(`${server.origin}/ui/logout`);
    for (const page of [first, second]) await heading(page, 'Sign in').waitFor();
  }
  await leave({ server, page: first });
});

// covers: [ROUTE-10, ROUTE-15, NAV-07, MENU-05]
test('a lightweight installation begins with its tree, and a hidden page is not entered', async () => {
  const { server, page } = await inside(
    browser,
    `[installation]\nlightweight = true\nfeatures = []\nhidden_routes = ["integrations"]\n${NO_FACTOR}`,
    faults,
  );
  await heading(page, 'Artifacts').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General');
  await page.goto(`${server.origin}/ui/integrations`);
  await heading(page, 'Artifacts').waitFor();
  // the menu is here
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Integrations' }).count()).toBe(0);
  // who may not enter a page lands in the tree too
  await open(server, page, '/user_profile', 'Edit Profile');
  await viewAs(page, { role: 'user' });
  await follow(page, '/admin/support-zone');
  await heading(page, 'Artifacts').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/repos/tree/General?fromUnauthorized=true');
  await leave({ server, page });
});

// covers: [NAV-04]
test('an installation that lives elsewhere is left for its address', async () => {
  const elsewhere = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>'),
  );
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const { server, page } = await insideByForm(
    browser,
    `[installation]\nexternal_redirect = "http://127.0.0.1:${port}/"\nfeatures = []\n${NO_FACTOR}`,
    // requests that a redirect aborts are no fault of other tests
    [],
  );
  await heading(page, 'Elsewhere').waitFor();
  await leave({ server, page });
  elsewhere.close();
});

// covers: [QUICK-01, NAV-13]
test('with quick deploy the first sign-in lands on quick setup, which is a page and no dialog', async () => {
  const { server, page } = await insideByForm(
    browser,
    `[installation]\nfeatures = ["quick_setup", "quick_deploy"]\n${NO_FACTOR}`,
    faults,
  );
  await page.waitForFunction(() => location.pathname === '/ui/quick-setup');
  await page.getByRole('heading', { name: 'What you can do now', level: 2 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await leave({ server, page });
  expect(faults).toEqual([]);
});
