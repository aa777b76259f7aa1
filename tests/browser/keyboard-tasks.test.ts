// The tasks of an administrator, by keyboard alone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab } from './browser';
import { heading, inside, NO_FACTOR, open as openAt, statusRow } from './fixture';
import { hasFocus, holdsFocus, openMenu, press, tabTo } from './keys';
import type { Server } from './server';
import { SLOWNESS } from './slowness';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const settings = `[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = []\nservices = ["insight"]\n${NO_FACTOR}`;
  ({ server, page } = await inside(browser, settings, faults, ['--qa']));
  await heading(page, 'Packages').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

const open = (path: string, title: string) => openAt(server, page, path, title);
const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });

// covers: [LOGV-03]
test('a log is chosen, followed, paused, searched, and followed again', async () => {
  await open('/admin/monitoring/system_logs', 'System logs');
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  await tabTo(field('File'));
  await page.keyboard.type('artifactory-req');
  // the log of before was live as well
  await expect.poll(() => field('File').inputValue()).toBe('artifactory-request.log');
  const log = page.getByRole('log', { name: 'artifactory-request.log' });
  await log.waitFor();
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => fetch('/ui/api/v1/system/version?id=by-keys'));
  await log.getByText('id=by-keys').waitFor();

  await tabTo(button('Pause'));
  await press(page, 'Enter');
  await page.getByText('Paused', { exact: true }).waitFor();
  await hasFocus(button('Resume'));
  await page.evaluate(() => fetch('/ui/api/v1/system/version?id=while-paused'));
  // a request is answered before it is in the log
  const file = join(server.data, 'log', 'artifactory', 'artifactory-request.log');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('id=while-paused');
  await tabTo(button('Refresh now'));
  await press(page, 'Enter');
  await log.getByText('id=while-paused').waitFor();
  await hasFocus(button('Refresh now'));
  await tabTo(button('Resume'), 'Shift+Tab');
  await press(page, 'Space');
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  await hasFocus(button('Pause'));

  await tabTo(page.getByRole('searchbox', { name: 'Search this log' }));
  await page.keyboard.type('by-keys');
  await press(page, 'Enter');
  // not only found but gone to, also where Enter came before the search was through
  await page.getByText(/^(\d+) of \1$/).waitFor();
  await log.locator('mark').first().waitFor();
  await press(page, 'Escape');
  await tabTo(log);
  // a line that was found is shown, and is not scrolled away from
  expect(await field('Follow the end').isChecked()).toBe(false);
  await press(page, 'End');
  await expect.poll(() => field('Follow the end').isChecked()).toBe(true);
});

// covers: [BUNDLE-04]
test('a support bundle is asked for, looked into, fetched and deleted', async () => {
  await open('/admin/support-zone', 'Support zone');
  await tabTo(button('Create bundle'));
  await press(page, 'Enter');
  await hasFocus(field('Name'));
  await tabTo(button('Cancel'));
  await press(page, 'Enter');
  await hasFocus(button('Create bundle'));
  await press(page, 'Enter');
  await hasFocus(field('Name'));
  await page.keyboard.type('by keys');
  // one of the two services is left out
  await tabTo(page.getByRole('checkbox', { name: 'Insight' }));
  await press(page, 'Space');
  await tabTo(button('Create 1 bundle'));
  await press(page, 'Enter');
  await hasFocus(button('Create bundle'));

  const grid = page.getByRole('grid', { name: 'Support bundles' });
  await grid.getByText('success').waitFor({ timeout: 120_000 * SLOWNESS });
  await tabTo(
    grid.getByRole('gridcell').or(grid.getByRole('rowheader')).and(page.locator('[tabindex="0"]')).first(),
  );
  if ((await grid.getByRole('row').nth(1).locator(':focus').count()) === 0) await press(page, 'ArrowDown');
  await press(page, 'Enter');
  const card = page.getByRole('dialog', { name: /^by keys/ });
  await card.waitFor();
  await tabTo(card.getByRole('link', { name: 'Download' }));
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);

  await tabTo(button('Delete', card));
  await press(page, 'Enter');
  await hasFocus(button('Keep', card));
  await press(page, 'Enter');
  await hasFocus(button('Delete', card));
  await press(page, 'Escape');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => grid.locator(':focus').count()).toBe(1);
  await press(page, 'Enter');
  await card.waitFor();
  await tabTo(button('Delete', card));
  await press(page, 'Enter');
  await hasFocus(button('Keep', card));
  await tabTo(button('Delete', card), 'Shift+Tab');
  await press(page, 'Enter');
  await card.waitFor({ state: 'detached' });
  await page.getByText('No support bundles').waitFor();
});

// covers: [STATUS-02]
test('a service is stopped, and its node is kept and then removed', async () => {
  await open('/admin/monitoring/service-status', 'Service status');
  const insight = statusRow(page, 'Insight');
  await insight.getByText('Online', { exact: true }).waitFor();
  await tabTo(button('Stop Insight'));
  await press(page, 'Enter');
  await insight.getByText('Offline', { exact: true }).waitFor();
  await hasFocus(button('Stop Insight'));
  const remove = insight.getByRole('button', { name: 'Remove Insight on node' });
  await tabTo(remove, 'Shift+Tab');
  await press(page, 'Enter');
  await hasFocus(button('Keep'));
  await press(page, 'Space');
  await hasFocus(remove);
  await press(page, 'Enter');
  await hasFocus(button('Keep'));
  await tabTo(button('Remove it'), 'Shift+Tab');
  await press(page, 'Enter');
  await insight.getByText('Removed', { exact: true }).waitFor();
  // what had the focus is gone; one goes on from where it was
  await press(page, 'Tab');
  await expect.poll(() => page.getByRole('main').locator(':focus').count()).toBe(1);
});

// covers: [CHK-01]
test('a checksum is looked up, and the bundle that holds the file is opened and closed', async () => {
  const digest = (kind: string) => createHash(kind).update('one').digest('hex');
  const status = await page.evaluate(
    async sums => {
      const artifacts = [{ path: 'lib/one.tgz', size: 3, ...sums }];
      const body = JSON.stringify({ name: 'shop', version: '1.0.0', artifacts });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/ui/api/v1/release_bundles', { method: 'POST', headers, body })).status;
    },
    { sha256: digest('sha256'), sha1: digest('sha1'), md5: digest('md5') },
  );
  expect(status).toBe(200);
  await open('/release-bundles/target', 'Release bundles');
  const sum = page.getByRole('textbox', { name: 'Find by checksum' });
  await tabTo(sum);
  await page.keyboard.type('abc');
  await press(page, 'Enter');
  await page.getByRole('alert').getByText('this has 3.').waitFor();
  await hasFocus(sum);
  await press(page, 'Control+a');
  await page.keyboard.type(digest('md5'));
  await press(page, 'Enter');
  await page.getByText('1 bundle contains this file.').waitFor();
  await hasFocus(sum);
  const found = page.getByRole('grid', { name: 'Bundles that contain the file' });
  await tabTo(found.locator('[tabindex="0"]').first());
  await press(page, 'ArrowDown', 'Enter');
  const details = page.getByRole('dialog', { name: 'shop 1.0.0' });
  await holdsFocus(details);
  await press(page, 'Escape');
  await details.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('#bundles [role="grid"] :focus').count()).toBe(1);
});

test('another browser is signed out, once that was confirmed', async () => {
  const other = await openTab(await browser.newContext(), faults);
  await other.goto(`${server.origin}/ui/login`);
  await logIn(other, ann.password);
  await heading(other, 'Packages').waitFor();
  await open('/packages', 'Packages');
  const entry = page.getByRole('menuitem', { name: 'Signed-in sessions' });
  await openMenu(page.getByRole('button', { name: /^Account:/ }), entry);
  await press(page, 'Enter');
  const sessions = page.getByRole('dialog', { name: 'Signed-in sessions' });
  const revoke = sessions.getByRole('button', { name: /^Sign out .* on / });
  await holdsFocus(sessions);
  await tabTo(revoke);
  await press(page, 'Enter');
  const question = sessions.getByRole('alert');
  await hasFocus(question.getByRole('button').last());
  await press(page, 'Enter');
  await hasFocus(revoke);
  await press(page, 'Enter');
  await hasFocus(question.getByRole('button').last());
  await tabTo(question.getByRole('button').first(), 'Shift+Tab');
  await press(page, 'Enter');
  await heading(other, 'Sign in').waitFor();
  await revoke.waitFor({ state: 'detached' });
  await other.close();
});
