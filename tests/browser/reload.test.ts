// A reload of the page, and going back, in the middle of what is opened with a link and of what is half typed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu } from './browser';
import { call, heading, NO_FACTOR, whereIs } from './fixture';
import { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  server = await Server.start(NO_FACTOR);
  page = await openTab(await browser.newContext(), faults);
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** What the storage of a tab has. */
const stored = (tab: Page) => tab.evaluate(() => JSON.stringify(sessionStorage));

const tokenOf = (link: string) => /token=([^&\s]+)/.exec(link)?.[1] ?? '';

const question = (name: string) => page.getByRole('heading', { name, level: 2 });

test('a reload of the set-up keeps its link and the user name, until it is used', async () => {
  const user = page.getByLabel('User name', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await page.goto(server.setupLink);
  await user.fill(ann.name);
  await password.fill(ann.password);
  expect(page.url()).not.toContain('token');
  await page.reload();
  await heading(page, 'Set up Waybill').waitFor();
  await expect.poll(() => user.inputValue()).toBe(ann.name);
  await expect.poll(() => password.inputValue()).toBe('');
  expect(await stored(page)).not.toContain(ann.password);

  await password.fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await heading(page, 'Sign in').waitFor();
  expect(await stored(page)).not.toMatch(/waybill\.(link|typed)/);
});

// covers: [ONB-01]
test('going back from the wizard leads to no page that needs a used link', async () => {
  await logIn(page, ann.password);
  await question('Welcome to Waybill').waitFor();
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain('/setup');
  await page.goForward();
  await question('Welcome to Waybill').waitFor();
});

// covers: [ONB-01]
test('what is half typed in the wizard survives a reload and leaving the page, and ends with the session', async () => {
  const company = page.getByLabel('Company name');
  const role = page.getByRole('radio', { name: 'Software Developer' });
  await page.getByRole('button', { name: 'Start' }).click();
  await question('What do you use it for?').waitFor();
  await page.getByRole('radio', { name: /Commercial/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await question('Who are you?').waitFor();
  await role.check();
  await company.fill('Acme Lor');

  await page.reload();
  await question('Who are you?').waitFor();
  await expect.poll(() => company.inputValue()).toBe('Acme Lor');
  await expect.poll(() => role.isChecked()).toBe(true);

  // away with a link of the console, and back
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click();
  await question('Who are you?').waitFor({ state: 'detached' });
  await page.goBack();
  await question('Who are you?').waitFor();
  await expect.poll(() => company.inputValue()).toBe('Acme Lor');
  const trace = await page.evaluate(async () => (await fetch('/ui/api/v1/session/trace')).text());
  expect(trace).not.toContain('Acme');

  // the question before, and this one again
  await page.getByRole('button', { name: 'Back' }).click();
  await question('What do you use it for?').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: /Commercial/ }).isChecked()).toBe(true);
  expect(await stored(page)).not.toContain('Acme');
  await page.reload();
  await page.getByRole('button', { name: 'Next' }).click();
  await question('Who are you?').waitFor();
  await expect.poll(() => company.inputValue()).toBe('Acme Lor');

  await company.fill('Acme Lorries');
  await expect.poll(() => stored(page)).toContain('Acme Lorries');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(page, 'Sign in').waitFor();
  expect(await stored(page)).not.toContain('Acme');
});

test('a reload of an invitation keeps its link, until it is used or another sign-in is made', async () => {
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
  const invited = async (name: string) => {
    const made = await call(server, page, 'access/api/ui/users', { name });
    return (made as { link: { link: string } }).link.link;
  };
  const link = await invited('maria');
  const maria = await openTab(await browser.newContext(), faults);
  await maria.goto(link);
  await heading(maria, 'Invitation').waitFor();
  await maria.getByLabel('Password', { exact: true }).fill('half a passw');
  await maria.reload();
  await maria.getByText('Choose a password for the account maria.').waitFor();
  await expect.poll(() => whereIs(maria)).toBe('/login/invitation');
  expect(await stored(maria)).not.toContain('half a passw');
  for (const label of ['Password', 'Password again'])
    await maria.getByLabel(label, { exact: true }).fill('seven blue staples 9');
  await maria.getByRole('button', { name: 'Set password' }).click();
  await heading(maria, 'Sign in').waitFor();
  expect(await stored(maria)).not.toContain(tokenOf(link));

  // one that is used up is not kept
  await maria.goto(link);
  await heading(maria, 'This link no longer works').waitFor();
  expect(await stored(maria)).not.toContain(tokenOf(link));

  const other = await invited('nadia');
  await maria.goto(other);
  await maria.getByText('Choose a password for the account nadia.').waitFor();
  await expect.poll(() => stored(maria)).toContain(tokenOf(other));
  await maria.goto(`${server.origin}/ui/login`);
  await maria.getByLabel('User name', { exact: true }).fill('maria');
  await maria.getByLabel('Password', { exact: true }).fill('seven blue staples 9');
  await maria.getByRole('button', { name: 'Sign in' }).click();
  await profileMenu(maria, 'maria').waitFor();
  expect(await stored(maria)).not.toContain(tokenOf(other));
  await closeTabs(maria.context());
});

test('a reload of the sign-in page keeps the link for a new device, until a right password', async () => {
  const visitor = await openTab(await browser.newContext(), faults);
  const sent: (string | null)[] = [];
  visitor.on('request', request => {
    if (request.url().includes('/auth/login')) sent.push(request.postData());
  });
  await visitor.goto(`${server.origin}/ui/login#device=00ff`);
  await heading(visitor, 'Sign in').waitFor();
  await visitor.reload();
  await heading(visitor, 'Sign in').waitFor();
  await logIn(visitor, ann.password);
  await profileMenu(visitor).waitFor();
  expect(sent.at(-1)).toContain('"device_link":"00ff"');
  expect(await stored(visitor)).not.toContain('00ff');
  await closeTabs(visitor.context());
});
