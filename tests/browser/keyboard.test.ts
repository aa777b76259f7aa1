// Everything here happens by keys alone: nothing is ever clicked, and no field is filled but by typing into it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, type Factor, nextCode, openBrowser, openTab } from './browser';
import { hasFocus, holdsFocus, openMenu, press as pressOn, tabTo } from './keys';
import { ONE_STEP_EITHER_WAY, Server } from './server';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;
let factor: Factor;

beforeAll(async () => {
  const settings = '[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["artifact_browser"]\n';
  server = await Server.start(settings + ONE_STEP_EITHER_WAY);
  browser = await openBrowser();
  page = await openTab(await browser.newContext({ viewport: { width: 1440, height: 900 } }), faults);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const account = () => button(/^Account:/);

/** Presses keys one after the other. */
const press = (...keys: string[]) => pressOn(page, ...keys);

async function logIn(): Promise<void> {
  await heading('Sign in').waitFor();
  await tabTo(field('User name'));
  await page.keyboard.type(ann.name);
  await tabTo(field('Password'));
  await page.keyboard.type(ann.password);
  await press('Enter');
}

/** Opens a page by its address, as the browser's own field for it would; the focus is then where the browser puts it. */
async function open(path: string, title: string): Promise<void> {
  await page.goto(`${server.origin}/ui${path}`);
  await heading(title).waitFor();
  await account().waitFor();
}

// covers: [MFA-02]
test('sets up the admin and signs in with a second factor', async () => {
  await page.goto(server.setupLink);
  await tabTo(field('User name'));
  await page.keyboard.type(ann.name);
  await tabTo(field('Password'));
  await page.keyboard.type(ann.password);
  await tabTo(field('Password again'));
  await page.keyboard.type(ann.password);
  await tabTo(button('Create administrator'));
  await press('Enter');
  await logIn();
  await heading('Set up a second factor').waitFor();
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  factor = { secret: shown.replaceAll(/\s/g, ''), used: 0 };
  await tabTo(field('Digit 1'));
  await page.keyboard.type(nextCode(factor), { delay: 40 });
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await holdsFocus(codes);
  // nothing but the user's word leads out of it
  await press('Escape');
  await tabTo(button('I have saved them'));
  await press('Enter');
  await codes.waitFor({ state: 'hidden' });
  await account().waitFor();
});

// covers: [MENU-03]
test('signing out by the account menu leads to a form that can be typed into, and in again', async () => {
  await openMenu(account(), page.getByRole('menuitem', { name: 'Logout' }));
  await press('Enter');
  await heading('Sign in').waitFor();
  await hasFocus(field('User name'));
  await page.keyboard.type(ann.name);
  await tabTo(field('Password'));
  await page.keyboard.type('not the password');
  await press('Enter');
  await page.getByText('Incorrect user name or password.').waitFor();
  await hasFocus(field('Password'));
  await press('Control+a');
  await page.keyboard.type(ann.password);
  await press('Enter');
  await hasFocus(field('Digit 1'));
  await page.keyboard.type(nextCode(factor), { delay: 40 });
  await account().waitFor();
});

test('the first step of a page is the link over the frame, and it leads into the page', async () => {
  await open('/session-activity', 'Session activity');
  await tabTo(page.getByRole('link', { name: 'Skip to content' }));
  await press('Enter');
  await hasFocus(page.getByRole('main'));
  expect(new URL(page.url()).pathname).toBe('/ui/session-activity');
  // the next step is inside of the page
  await page.getByRole('main').getByRole('button').first().waitFor();
  await press('Tab');
  expect(await page.getByRole('main').evaluate(main => main.contains(document.activeElement))).toBe(true);
});

// covers: [MENU-02]
test('the sidebar leads to a page, whose heading takes the focus, and is collapsed for good', async () => {
  await open('/session-activity', 'Session activity');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const packages = sidebar.getByRole('link', { name: 'Packages' });
  await tabTo(packages);
  await press('Enter');
  await hasFocus(heading('Packages'));
  await expect.poll(() => packages.getAttribute('aria-current')).toBe('page');

  await tabTo(sidebar.getByRole('button', { name: 'Administration' }), 'Shift+Tab');
  await press('Space');
  const users = sidebar.getByRole('link', { name: 'Users', exact: true });
  await tabTo(users);
  await press('Enter');
  await hasFocus(heading('Users'));

  await tabTo(button('Collapse sidebar'), 'Shift+Tab');
  await press('Enter');
  await hasFocus(button('Expand sidebar'));
  await page.reload();
  await heading('Users').waitFor();
  await tabTo(button('Expand sidebar'));
  await press('Space');
  await hasFocus(button('Collapse sidebar'));
});

test('the palette finds a page and goes there; left with Escape it gives the focus back', async () => {
  await open('/session-activity', 'Session activity');
  const palette = page.getByRole('combobox', { name: 'Search or go to' });
  await tabTo(button(/^Search or go to/));
  await press('Control+k');
  await hasFocus(palette);
  await press('Escape');
  await hasFocus(button(/^Search or go to/));

  await press('Control+k');
  await hasFocus(palette);
  await page.keyboard.type('licen');
  const chosen = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true });
  await expect.poll(() => chosen.innerText()).toContain('Licences');
  await press('Enter');
  await hasFocus(heading('Licences'));
});

// covers: [MENU-04]
test('a question mark lists the shortcuts, and whoever types into a field starts none', async () => {
  await open('/session-activity', 'Session activity');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await tabTo(account());
  await press('?');
  await holdsFocus(sheet);
  await press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await hasFocus(account());

  await press('g', 'u');
  await hasFocus(heading('Users'));
  const filter = page.getByRole('searchbox', { name: /^Filter/ });
  await tabTo(filter);
  await page.keyboard.type('gp?[w');
  expect(await filter.inputValue()).toBe('gp?[w');
  await page.waitForTimeout(300);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await heading('Users').isVisible()).toBe(true);
  expect(await button('Collapse sidebar').isVisible()).toBe(true);
});

test('the table is walked with the arrows, sorted, filtered, and given other columns', async () => {
  await open('/admin/management/users', 'Users');
  const grid = page.getByRole('grid', { name: 'Users' });
  const cell = grid
    .getByRole('rowheader')
    .or(grid.getByRole('gridcell'))
    .filter({ hasText: ann.name })
    .first();
  await cell.waitFor();
  await tabTo(cell);
  await press('ArrowRight');
  await hasFocus(grid.getByRole('gridcell').filter({ hasText: 'Administrator' }));
  await press('ArrowUp');
  await hasFocus(grid.getByRole('button', { name: 'Role' }));
  await press('ArrowLeft');
  const name = grid.getByRole('columnheader').first();
  await hasFocus(name.getByRole('button'));
  expect(await name.getAttribute('aria-sort')).toBe('ascending');
  await press('Enter');
  await expect.poll(() => name.getAttribute('aria-sort')).toBe('descending');
  await hasFocus(name.getByRole('button'));
  await press('Space');
  await expect.poll(() => name.getAttribute('aria-sort')).toBe('none');

  const filter = page.getByRole('searchbox', { name: /^Filter/ });
  await tabTo(filter, 'Shift+Tab');
  await page.keyboard.type('nobody');
  await page.getByText('No matching rows', { exact: true }).waitFor();
  await tabTo(button('Clear the filter'));
  await press('Enter');
  await cell.waitFor();
  await hasFocus(filter);

  const menu = button('Columns and export');
  const created = page.getByRole('menuitemcheckbox', { name: 'Created' });
  const head = grid.getByRole('columnheader', { name: 'Created' });
  await head.waitFor();
  await openMenu(menu, created);
  await press('Space');
  await head.waitFor({ state: 'detached' });
  await press('Escape');
  await hasFocus(menu);
  await openMenu(menu, page.getByRole('menuitem', { name: 'Reset columns' }));
  await press('Enter');
  await head.waitFor();
  await press('Escape');
  await hasFocus(menu);
});

test('whoever was led elsewhere asks why, and is given back the focus', async () => {
  await open('/admin', 'Users');
  const why = page.getByRole('dialog', { name: 'Why was I sent here?' });
  const opener = button('Why was I sent here?').first();
  await tabTo(opener);
  await press('Enter');
  await holdsFocus(why);
  await press('Escape');
  await why.waitFor({ state: 'hidden' });
  await hasFocus(opener);
  await press('w');
  await holdsFocus(why);
  await press('Escape');
  await hasFocus(opener);

  await open('/no-such-page', 'Page not found');
  await tabTo(button('Why was I sent here?').first());
  await press('Enter');
  await why.waitFor();
});

test('looks with other eyes, and with its own again', async () => {
  await open('/session-activity', 'Session activity');
  await openMenu(account(), page.getByRole('menuitem', { name: 'View as…' }));
  await press('Enter');
  const sheet = page.getByRole('dialog', { name: 'View as' });
  await holdsFocus(sheet);
  await tabTo(sheet.getByLabel('Role'));
  await page.keyboard.type('User');
  expect(await sheet.getByLabel('Role').inputValue()).toBe('user');
  await tabTo(sheet.getByRole('button', { name: 'View', exact: true }));
  await press('Enter');
  const banner = page.getByRole('region', { name: 'View as' });
  await banner.getByText('Viewing as User.').waitFor();
  await hasFocus(account());
  await expect.poll(() => button('Administration').count()).toBe(0);

  await tabTo(banner.getByRole('button', { name: 'Stop' }), 'Shift+Tab');
  await press('Enter');
  await banner.waitFor({ state: 'hidden' });
  await button('Administration').waitFor();
  await hasFocus(page.getByRole('main'));
  expect(faults).toEqual([]);
});
