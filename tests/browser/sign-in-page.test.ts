import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server as Peer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu } from './browser';
import { heading, NO_FACTOR, open, setUpAndLogIn } from './fixture';
import { look } from './pictures';
import { Server } from './server';

const faults: string[] = [];
/** The sign-in provider, which only shows that a tab has come to it. */
let provider: Peer;
let providerOrigin = '';
let browser: Browser;
let server: Server;

beforeAll(async () => {
  provider = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Provider</title><h1>Provider ${request.url ?? ''}</h1>`);
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  providerOrigin = `http://127.0.0.1:${address.port}`;
  browser = await openBrowser();
  server = await Server.start(NO_FACTOR);
  const page = await openTab(await browser.newContext(), faults);
  await setUpAndLogIn(server, page);
  await profileMenu(page).waitFor();
  await closeTabs(page.context());
});

afterAll(async () => {
  await browser.close();
  await server.end();
  provider.closeAllConnections();
  provider.close();
});

/** Starts the server again with these settings of the sign-in page. */
async function configure(settings: string): Promise<void> {
  await server.kill('SIGTERM');
  writeFileSync(server.config, `${NO_FACTOR}[installation.access.sign_in]\n${settings}`);
  await server.run();
}

/** Opens the sign-in page in a browser that has never been there. */
async function freshTab(path = '/login'): Promise<Page> {
  const page = await openTab(await browser.newContext(), faults);
  await page.goto(`${server.origin}/ui${path}`);
  return page;
}

/** Signs in, and out again. A navigation after the start-up of the application would close an open menu. */
async function signInAndOut(page: Page): Promise<void> {
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
  await open(server, page, '/session-activity', 'Session activity');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

const form = (page: Page) => page.getByLabel('Password', { exact: true });
const stay = (page: Page) => page.getByRole('checkbox', { name: 'Keep me signed in' });
const toProvider = (page: Page) => page.getByRole('link', { name: 'Sign in with single sign-on' });
const arrived = (page: Page, path: string) =>
  page.getByRole('heading', { name: `Provider ${path}` }).waitFor();

// covers: [LOGIN-07, LOGIN-08]
test('a message is shown until it is closed, and again when it has changed', async () => {
  await configure('message = "Private system.\\nUse is logged."\n');
  const page = await freshTab();
  const message = page.getByRole('status').filter({ hasText: 'Private system.' });
  await message.waitFor();
  await stay(page).waitFor();
  await page.getByText('Ask an administrator for a link').waitFor();
  expect(await toProvider(page).count()).toBe(0);
  await look(page, 'sign-in-message');
  await message.getByRole('button', { name: 'Close message' }).click();
  await message.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await message.count()).toBe(0);

  await configure(
    'message = "Private system. Use is recorded."\nmessage_permanent = true\ncan_remember_me = false\n',
  );
  await page.reload();
  await message.waitFor();
  expect(await message.getByRole('button').count()).toBe(0);
  await stay(page).waitFor({ state: 'hidden' });
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
  const lasting = (await page.context().cookies()).filter(cookie => cookie.expires !== -1);
  expect(lasting.map(cookie => cookie.name)).not.toContain('waybill_session');
  await closeTabs(page.context());
  expect(faults).toEqual([]);
});

// covers: [LOGIN-07, LOGIN-08]
test('where signing in is external, the provider comes first and the form behind it', async () => {
  await configure(`external = true\nuser_plugin = true\nprovider_link = "${providerOrigin}/start"\n`);
  const page = await freshTab();
  await toProvider(page).waitFor();
  await form(page).waitFor({ state: 'hidden' });
  await look(page, 'sign-in-external');
  await page.getByRole('button', { name: 'Sign in with user name and password' }).click();
  await page.getByText('Ask the help desk').waitFor();
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
  await closeTabs(page.context());

  const other = await freshTab('/login?form=true');
  await form(other).waitFor();
  await toProvider(other).waitFor();
  await look(other, 'sign-in-provider');
  await toProvider(other).click();
  await arrived(other, '/start');
  await closeTabs(other.context());
  expect(faults).toEqual([]);
});

// covers: [NAV-18, LOGIN-08]
test('the page leads to the provider by itself, and keeps its form where it is asked for or after signing out', async () => {
  await configure(`auto_redirect = true\nprovider_link = "${providerOrigin}/start"\n`);
  const page = await freshTab();
  await arrived(page, '/start');
  await page.goto(`${server.origin}/ui/login?form=true`);
  await form(page).waitFor();
  await signInAndOut(page);
  await heading(page, 'Sign in').waitFor();
  await form(page).waitFor();
  await toProvider(page).click();
  await arrived(page, '/start');
  await closeTabs(page.context());

  await configure(`provider_link = "${providerOrigin}/start"\nlogout_url = "${providerOrigin}/logout"\n`);
  const leaving = await freshTab();
  // its button comes with what the server says of the session, and moves the form
  await toProvider(leaving).waitFor();
  await signInAndOut(leaving);
  await arrived(leaving, '/logout');
  await closeTabs(leaving.context());
  expect(faults).toEqual([]);
});
