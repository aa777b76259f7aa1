// A command-line client is signed in with the browser: from its link to what it lists with its token.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openTab } from './browser';
import { heading, joined, NO_FACTOR, open } from './fixture';
import { hasFocus } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Server } from './server';

const CALLS = '/access/api/v2/authentication/jfrog_client_login';
const NAME = 'JFrog-CLI';
const DAY_S = 86_400;

const faults: string[] = [];
let server: Server;
let browser: Browser;
/** A tab in which the administrator has signed in. */
let page: Page;

servePackages(NO_FACTOR, async opened => {
  ({ server, page, browser } = opened);
  await opened.publisher.terminal.create('npm-local', 'npm');
  await opened.publisher.npm({ name: 'tiny', version: '1.0.0' });
});

afterAll(() => expect(faults).toEqual([]));

/** A client, and the code that its terminal shows. */
class Client {
  readonly session = randomUUID();
  readonly code = this.session.slice(-4);

  /** The link that it opens. */
  linkTo(path = '/login'): string {
    const query = { jfClientSession: this.session, jfClientName: NAME, jfClientCode: '1' };
    return `${server.origin}/ui${path}?${new URLSearchParams(query)}`;
  }

  async begin(): Promise<this> {
    const answer = await fetch(`${server.origin}${CALLS}/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: this.session }),
    });
    expect(answer.status).toBe(200);
    return this;
  }

  /** What it gets when it asks for its token. */
  async fetch(): Promise<{ access_token: string; username: string; expires_in: number }> {
    const answer = await fetch(`${server.origin}${CALLS}/token/${this.session}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { access_token: string; username: string; expires_in: number };
  }

  /** Why it gets no token. */
  async refusal(): Promise<string> {
    const answer = await fetch(`${server.origin}${CALLS}/token/${this.session}`);
    expect(answer.status).toBe(400);
    return ((await answer.json()) as { error: { code: string } }).error.code;
  }
}

const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const field = (tab: Page) => tab.getByRole('textbox', { name: 'Code', exact: true });
const question = (tab: Page) => tab.getByRole('region', { name: `Sign in ${NAME}?` });

/** Opens the link of a client in a tab in which a user has signed in. */
async function openLink(tab: Page, client: Client): Promise<void> {
  await tab.goto(client.linkTo());
  await heading(tab, 'Command-line client').waitFor();
  await question(tab).waitFor();
}

async function typeCode(tab: Page, code: string): Promise<void> {
  await field(tab).fill(code);
  await button(tab, 'Sign in').click();
}

/** What became of the client, as the page says it. */
async function ended(tab: Page, how: string): Promise<void> {
  const title = tab.getByRole('heading', { name: `${NAME} ${how}`, exact: true });
  await hasFocus(title);
  expect(await field(tab).count()).toBe(0);
}

// covers: [CLI-01, NAV-17]
test('a visitor signs in from the link and types the code, and the client lists packages', async () => {
  const client = await new Client().begin();
  const context = await browser.newContext();
  const visitor = await openTab(context, faults);
  await visitor.goto(client.linkTo());
  await heading(visitor, 'Sign in').waitFor();
  expect(visitor.url()).not.toContain(client.session);
  expect(await client.refusal()).toBe('client_login_pending');
  await logIn(visitor, ann.password);
  await heading(visitor, 'Command-line client').waitFor();
  await question(visitor).getByText(ann.name, { exact: true }).waitFor();
  await question(visitor).getByText('90 days', { exact: false }).waitFor();
  await question(visitor)
    .getByText('Enter the code that your own terminal shows.', { exact: false })
    .waitFor();
  // what is shown after a sign-in otherwise waits until the question is answered
  expect(await visitor.getByText('Set up your clients').count()).toBe(0);
  expect(await field(visitor).inputValue()).toBe('');
  await glance(visitor, 'client-login');
  await field(visitor).fill(client.code.toUpperCase());
  await field(visitor).press('Enter');
  await ended(visitor, 'is signed in');
  await glance(visitor, 'client-login-granted');

  const given = await client.fetch();
  expect(given.username).toBe(ann.name);
  expect(Math.ceil(given.expires_in / DAY_S)).toBe(90);
  expect(await client.refusal()).toBe('client_login_unknown');
  const listed = await fetch(`${server.origin}/artifactory/api/npm/npm-local/-/v1/search?text=tiny`, {
    headers: { authorization: `Bearer ${given.access_token}` },
  });
  expect(await listed.json()).toMatchObject({ objects: [{ package: { name: 'tiny', version: '1.0.0' } }] });

  // the tab has forgotten the client, and does not lead to its page again
  await open(server, visitor, '/cli-extension', 'Packages');
  await closeTabs(context);
});

// covers: [CLI-01]
test('wrong codes say how many tries are left, and the third ends the client', async () => {
  const client = await new Client().begin();
  await openLink(page, client);
  await typeCode(page, 'abc');
  await page.getByText('Enter the four characters that your terminal shows.').waitFor();
  await typeCode(page, 'zzzz');
  await page.getByText('Incorrect code. 2 tries are left.').waitFor();
  await hasFocus(field(page));
  await glance(page, 'client-login-wrong-code');
  await typeCode(page, 'zzzz');
  await page.getByText('Incorrect code. 1 try is left.').waitFor();
  await typeCode(page, 'zzzz');
  await ended(page, 'was not signed in');
  expect(await client.refusal()).toBe('client_login_wrong_codes');
  // a further try with the right one is too late, in a tab that is new as well
  await openLink(page, client);
  await typeCode(page, client.code);
  await ended(page, 'was not signed in');
  await page.getByText('Three incorrect codes were entered for it.', { exact: false }).waitFor();
});

// covers: [CLI-01]
test('a client that the user has not started is denied', async () => {
  const client = await new Client().begin();
  await openLink(page, client);
  await button(page, 'Deny').click();
  await ended(page, 'was denied');
  await glance(page, 'client-login-denied');
  expect(await client.refusal()).toBe('client_login_denied');
});

// covers: [CLI-01]
test('who opens the link of another user gets nothing by it, and is told who has answered', async () => {
  const client = await new Client().begin();
  const bob = await joined(browser, server, page, 'bob', faults);
  await openLink(bob, client);
  await question(bob).getByText('bob', { exact: true }).waitFor();
  await typeCode(bob, 'zzzz');
  await bob.getByText('Incorrect code. 2 tries are left.').waitFor();
  expect(await client.refusal()).toBe('client_login_pending');
  await openLink(page, client);
  await typeCode(page, client.code);
  await ended(page, 'is signed in');
  await typeCode(bob, client.code);
  await ended(bob, 'no longer waits');
  await bob.getByText('It was answered before, perhaps in another browser.', { exact: false }).waitFor();
  expect((await client.fetch()).username).toBe(ann.name);
  await closeTabs(bob.context());
});

// covers: [CLI-01]
test('a client that no longer waits is started again', async () => {
  const client = await new Client().begin();
  await server.kill('SIGTERM');
  await server.run();
  await openLink(page, client);
  await typeCode(page, client.code);
  await ended(page, 'no longer waits');
  await page.getByText('its five minutes are over', { exact: false }).waitFor();
  await glance(page, 'client-login-expired');
  expect(await client.refusal()).toBe('client_login_unknown');
});

// covers: [CLI-01]
test('a visitor who comes by the page of registering signs in, and is asked', async () => {
  const client = await new Client().begin();
  const context = await browser.newContext();
  const visitor = await openTab(context, faults);
  await visitor.goto(client.linkTo('/login/cli-registration'));
  await heading(visitor, 'Register a command-line client').waitFor();
  await visitor.getByText(`${NAME} waits to be signed in.`, { exact: false }).waitFor();
  expect(visitor.url()).not.toContain(client.session);
  await glance(visitor, 'client-registration');
  await visitor.getByRole('link', { name: 'Sign in' }).click();
  await heading(visitor, 'Sign in').waitFor();
  await logIn(visitor, ann.password);
  await question(visitor).waitFor();
  await typeCode(visitor, client.code);
  await ended(visitor, 'is signed in');
  expect((await client.fetch()).username).toBe(ann.name);
  await closeTabs(context);
});
