import type { Browser, Locator, Page } from 'playwright-core';
import { ann, closeTabs, type Factor, logIn, nextCode, openTab, profileMenu } from './browser';
import { Server } from './server';

type Origin = Pick<Server, 'origin'>;

/** Settings that require no second factor. They begin a section, so other settings come before them. */
export const NO_FACTOR = '[installation.access]\nmfa_required = "nobody"\n';

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Where a page is, as path and query below /ui. */
export const whereIs = (page: Page) => page.url().replace(/^.*?\/ui/, '');

/** Opens an address as the browser's own field does, and waits until the page that it leads to is there. */
export async function open(server: Origin, page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${server.origin}/ui${path}`);
  await heading(page, title).waitFor();
}

/** Moves a tab as the console's own links and the front-ends do: without reloading the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState({}, '', `/ui${to}`), path);
}

/** A password that users choose here. */
export const CHOSEN = 'seven blue staples 9';

/** Shows the password to an act that asks for it. */
export async function confirm(tab: Page, action: string, password = CHOSEN): Promise<void> {
  const form = tab.getByRole('form', { name: action });
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: action }).click();
}

/** Types a new password twice. */
export async function choosePassword(tab: Page, password: string, submit = 'Set password'): Promise<void> {
  await tab.getByLabel('Password', { exact: true }).fill(password);
  await tab.getByLabel('Password again', { exact: true }).fill(password);
  await tab.getByRole('button', { name: submit, exact: true }).click();
}

/** Gives the browser of a tab a session, as the console does when it starts. */
async function begin(server: Origin, tab: Page): Promise<void> {
  const answer = await tab.request.get(`${server.origin}/ui/api/v1/session`);
  if (!answer.ok()) throw new Error(`session: ${answer.status()} ${await answer.text()}`);
}

/** Sends name and password as the form does, and returns the next step of signing in. */
async function sendPassword(server: Origin, tab: Page, user: string, password: string): Promise<string> {
  const form = { user, password, type: 'login' };
  const answer = await call(server, tab, 'ui/auth/login?_spring_security_remember_me=true', form);
  return (answer as { next: string }).next;
}

/** Creates the first administrator without a page. */
export async function setUp(server: Server, tab: Page, at: Origin = server): Promise<void> {
  await begin(at, tab);
  const token = new URL(server.setupLink).searchParams.get('token') ?? '';
  await call(at, tab, 'setup', { token, user: ann.name, password: ann.password });
}

/**
 * Signs in without the form, and opens the start page: what a first sign-in leads to instead, such as quick setup, is
 * left to the tests of the form.
 */
export async function signIn(
  server: Origin,
  tab: Page,
  user: string = ann.name,
  password: string = ann.password,
): Promise<void> {
  const next = await sendPassword(server, tab, user, password);
  if (next !== 'signed_in') throw new Error(`${user} is not signed in: ${next}`);
  await tab.goto(`${server.origin}/ui/`);
  await tab.waitForURL(url => url.pathname !== '/ui/');
}

/** The same for an administrator who needs a second factor, which is returned. The tab shows the session's own page. */
export async function setUpAndSignIn(server: Server, tab: Page, origin = server.origin): Promise<Factor> {
  const at = { origin };
  await setUp(server, tab, at);
  await sendPassword(at, tab, ann.name, ann.password);
  const enrolment = await tab.request.get(`${origin}/ui/api/v1/ui/auth/mfa/enroll`);
  const factor: Factor = { secret: (await enrolment.json()).secret, used: 0 };
  await call(at, tab, 'ui/auth/mfa/enroll', { code: nextCode(factor) });
  await tab.goto(`${origin}/ui/session-activity`);
  // the recovery codes were the answer of a request, so the page has none to show
  const codes = tab.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.getByRole('button', { name: 'Continue' }).click();
  await codes.waitFor({ state: 'hidden' });
  await heading(tab, 'Session activity').waitFor();
  return factor;
}

/** Creates the first administrator, and sends name and password. What follows depends on the server's settings. */
export async function setUpAndLogIn(server: Server, page: Page): Promise<void> {
  await page.goto(server.setupLink);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await heading(page, 'Sign in').waitFor();
  await logIn(page, ann.password);
}

/** A server with these settings, and a tab of its administrator, on the start page. */
export async function inside(
  browser: Browser,
  settings: string,
  faults: string[],
  flags: readonly string[] = [],
): Promise<{ server: Server; page: Page }> {
  const server = await Server.start(settings, undefined, flags);
  const page = await openTab(await browser.newContext(), faults);
  await setUp(server, page);
  await signIn(server, page);
  return { server, page };
}

/** The same by the forms: the tab is where the first sign-in leads. */
export async function insideByForm(
  browser: Browser,
  settings: string,
  faults: string[],
): Promise<{ server: Server; page: Page }> {
  const server = await Server.start(settings);
  const page = await openTab(await browser.newContext(), faults);
  await setUpAndLogIn(server, page);
  // Leaving the page before the response has arrived would lose the new cookie.
  await page.waitForURL(url => !url.pathname.startsWith('/ui/login'));
  return { server, page };
}

/**
 * A tab of a user who was created on the command line, while the server was stopped, and has changed the password by
 * the form.
 */
export async function bobIn(browser: Browser, server: Server, faults: string[]): Promise<Page> {
  await server.kill('SIGTERM');
  const made = server.ask('user', 'add', 'bob', '--data', server.data);
  const first = /: (\S+)\s*$/.exec(made)?.[1] ?? '';
  await server.run();
  const page = await openTab(await browser.newContext(), faults);
  const send = async (password: string) => {
    await page.getByLabel('User name', { exact: true }).fill('bob');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${server.origin}/ui/login`);
  await send(first);
  await page.getByLabel('Current password', { exact: true }).fill(first);
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('New password again', { exact: true }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Change password' }).click();
  await heading(page, 'Sign in').waitFor();
  await send(CHOSEN);
  await profileMenu(page, 'bob').waitFor();
  return page;
}

/** The row of a service on the page of its status. */
export const statusRow = (page: Page, service: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: service }) });

/** A call of the console's API with the session of a tab. */
export async function call(
  server: Origin,
  tab: Page,
  path: string,
  data: object,
  method = 'POST',
): Promise<unknown> {
  const answer = await tab.request.fetch(`${server.origin}/ui/api/v1/${path}`, {
    method,
    headers: { origin: server.origin },
    data,
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** A tab of a new user, whom the administrator of another tab has created, and who has signed in. */
export async function joined(
  browser: Browser,
  server: Origin,
  admin: Page,
  name: string,
  faults: string[],
): Promise<Page> {
  const created = await call(server, admin, 'access/api/ui/users', { name });
  const page = await openTab(await browser.newContext(), faults);
  const { hash } = new URL((created as { link: { link: string } }).link.link);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  await begin(server, page);
  await call(server, page, 'ui/auth/passwordLink', { token, password: CHOSEN });
  await signIn(server, page, name, CHOSEN);
  await profileMenu(page, name).waitFor();
  return page;
}

/** Closes the tabs before the server ends, so that none is left asking for its parts. */
export async function leave({ server, page }: { server: Server; page: Page }): Promise<void> {
  await closeTabs(page.context());
  await server.end();
}

/** The fields of a record that tests check. */
export interface Recorded {
  machine: string;
  event: { type: string; [field: string]: unknown };
  guards: string[];
  calls: { call: string; [field: string]: unknown }[];
  to: string;
  state: { search?: string; menu?: string; place?: { route: string } };
}

/** The records of the tab's session, as its log has them. */
export async function records(page: Page): Promise<Recorded[]> {
  const trace = await page.evaluate(async () => (await fetch('/ui/api/v1/session/trace')).text());
  // the first line is about the log
  return trace
    .trim()
    .split('\n')
    .slice(1)
    .map(line => JSON.parse(line));
}

/** The last decision about a navigation to this page. */
export async function decided(page: Page, route: string, query = {}): Promise<Recorded | undefined> {
  const wanted = JSON.stringify({ route, params: {}, query });
  return (await records(page)).findLast(({ event }) => JSON.stringify(event.wanted) === wanted);
}

/** The label of a menu entry, without what a screen reader says of its target. */
export const entryName = (text: string) => text.replace(/\s*\(opens in a new tab\)/, '').trim();

/** The server's entries of the account menu, in order; it is closed again. */
export async function profileEntries(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  const own = ['Signed-in sessions', 'View as…', 'Sign in'];
  await page.getByRole('menuitem').first().waitFor();
  const entries = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
  return entries.map(entryName).filter(entry => !own.includes(entry));
}

/** Drops a file on an element, as a desktop does. */
export async function drop(page: Page, target: Locator, name: string, content: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], file ?? ''));
      return transfer;
    },
    [name, content],
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(event, { dataTransfer: data });
}
