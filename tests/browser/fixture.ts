import type { Browser, Locator, Page } from 'playwright-core';
import { ann, closeTabs, logIn, openTab, profileMenu } from './browser';
import { Server } from './server';

/** Settings that require no second factor. They begin a section, so other settings come before them. */
export const NO_FACTOR = '[installation.access]\nmfa_required = "nobody"\n';

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Where a page is, as path and query below /ui. */
export const whereIs = (page: Page) => page.url().replace(/^.*?\/ui/, '');

/** Opens an address as the browser's own field does, and waits until the page that it leads to is there. */
export async function open(
  server: Pick<Server, 'origin'>,
  page: Page,
  path: string,
  title: string,
): Promise<void> {
  await page.goto(`${server.origin}/ui${path}`);
  await heading(page, title).waitFor();
}

/** Moves a tab as the console's own links and the front-ends do: without reloading the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState({}, '', `/ui${to}`), path);
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

/** A server with these settings, and a tab of its administrator, who has just signed in. */
export async function inside(
  browser: Browser,
  settings: string,
  faults: string[],
  flags: readonly string[] = [],
): Promise<{ server: Server; page: Page }> {
  const server = await Server.start(settings, undefined, flags);
  const page = await openTab(await browser.newContext(), faults);
  await setUpAndLogIn(server, page);
  // Leaving the page before the response has arrived would lose the new cookie.
  await page.waitForURL(url => !url.pathname.startsWith('/ui/login'));
  return { server, page };
}

/** A tab of a user who is no administrator and has changed their password. The server is stopped meanwhile. */
export async function bobIn(browser: Browser, server: Server, faults: string[]): Promise<Page> {
  await server.kill('SIGTERM');
  const made = server.ask('user', 'add', 'bob', '--data', server.data);
  const first = /: (\S+)\s*$/.exec(made)?.[1] ?? '';
  await server.run();
  const page = await openTab(await browser.newContext(), faults);
  const own = 'seven blue staples 9';
  const signIn = async (password: string) => {
    await page.getByLabel('User name', { exact: true }).fill('bob');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${server.origin}/ui/login`);
  await signIn(first);
  await page.getByLabel('Current password', { exact: true }).fill(first);
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('New password again', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'Change password' }).click();
  await heading(page, 'Sign in').waitFor();
  await signIn(own);
  await profileMenu(page, 'bob').waitFor();
  return page;
}

/** The row of a service on the page of its status. */
export const statusRow = (page: Page, service: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: service }) });

/** A call of the console's API with the session of a tab. */
export async function call(
  server: Pick<Server, 'origin'>,
  tab: Page,
  path: string,
  data: object,
): Promise<unknown> {
  const answer = await tab.request.post(`${server.origin}/ui/api/v1/${path}`, {
    headers: { origin: server.origin },
    data,
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** A tab of a new user, whom the administrator of another tab has created, and who has signed in. */
export async function joined(
  browser: Browser,
  server: Pick<Server, 'origin'>,
  admin: Page,
  name: string,
  faults: string[],
): Promise<Page> {
  const created = await call(server, admin, 'access/api/ui/users', { name });
  const page = await openTab(await browser.newContext(), faults);
  const password = 'seven blue staples 9';
  await page.goto((created as { link: { link: string } }).link.link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('User name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
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
