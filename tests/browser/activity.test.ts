// The session's activity: a user acts, and reads it as sentences.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser } from './browser';
import { heading, inside, joined, leave, NO_FACTOR, open } from './fixture';
import { press, tabTo } from './keys';
import { look } from './pictures';
import type { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, NO_FACTOR, faults));
});

afterAll(async () => {
  await leave({ server, page });
  await browser.close();
  expect(faults).toEqual([]);
});

const acts = () => page.getByRole('region', { name: 'Acts' });
/** The sentences that are shown, the newest first, without their times. */
const sentences = async () =>
  (await acts().getByRole('button', { name: /^\d/ }).allInnerTexts()).map(line =>
    line.replaceAll('\n', ' ').replace(/^\S+( [AP]M)? /, ''),
  );

test('what a user did is reported in sentences, with names, titles and repeats', async () => {
  await open(server, page, '/admin/support-zone', 'Support zone');
  for (let times = 0; times < 3; times += 1)
    await open(server, page, '/admin/monitoring/service-status', 'Service status');
  await open(server, page, '/session-activity', 'Session activity');
  await acts().getByRole('heading', { name: 'Today', level: 2 }).waitFor();
  await expect
    .poll(async () => (await sentences()).slice(0, 3))
    .toEqual([
      `${ann.name} opened Session activity`,
      `${ann.name} opened Service status 3 times`,
      `${ann.name} opened Support zone`,
    ]);
  const all = await sentences();
  expect(all).toContain(`${ann.name} signed in from 127.0.0.1`);
  expect(all.join()).not.toMatch(/p_[0-9a-f]|settled|startup/);
  await look(page, 'activity');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the list is narrowed by kind and by words, and shows all steps on request', async () => {
  const kind = acts().getByRole('combobox', { name: 'Show' });
  await kind.selectOption('Signing in');
  await expect.poll(sentences).toEqual([`${ann.name} signed in from 127.0.0.1`]);
  await kind.selectOption('All steps');
  await acts().getByText('startup settings.load').waitFor();
  await kind.selectOption('Refusals');
  await acts().getByText('No activity matches').waitFor();
  await acts().getByRole('button', { name: 'Clear the filter' }).click();
  await acts().getByRole('searchbox', { name: 'Search activity' }).fill('support');
  await expect.poll(sentences).toEqual([`${ann.name} opened Support zone`]);
  await acts().getByRole('searchbox').fill('');
});

test('by keyboard the record behind a sentence opens beside it, and then all records', async () => {
  await page.reload();
  await heading(page, 'Session activity').waitFor();
  await tabTo(acts().getByRole('button', { name: /opened Support zone/ }));
  await press(page, 'Enter');
  const record = page.getByRole('region', { name: /^Record \d+$/ });
  await record.getByText('"route": "admin.support"').first().waitFor();
  await look(page, 'activity-record');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Escape');
  await record.waitFor({ state: 'detached' });
  await tabTo(page.getByRole('radio', { name: 'This session' }), 'Shift+Tab');
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  await page.getByRole('listbox', { name: 'Records' }).waitFor();
  await page.getByRole('region', { name: 'Machines' }).waitFor();
});

// covers: [AUD-06]
test('an administrator reads what all did, and what concerns one user', async () => {
  await open(server, page, '/session-activity', 'Session activity');
  await page.getByRole('radio', { name: 'Installation' }).check();
  await expect.poll(async () => (await sentences()).join('; ')).toContain('The server started, version');
  expect((await sentences()).join('; ')).toContain(`${ann.name} was set up as the first administrator`);
  await acts().getByRole('combobox', { name: 'Show' }).selectOption('Server');
  await expect.poll(async () => (await sentences()).join('; ')).not.toContain('signed in');
  await look(page, 'activity-installation');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: ann.name, exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show the activity' }).click();
  await page.getByText('What concerns one user.').waitFor();
  await expect
    .poll(async () => (await sentences()).join('; '))
    .toContain(`${ann.name} signed in from 127.0.0.1`);
  expect((await sentences()).join('; ')).not.toContain('The server started');
});

// covers: [ROUTE-03]
test('Home shows an administrator how the installation is, and where to go on', async () => {
  await open(server, page, '/overview', 'Overview');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await card('Services')
    .getByText(/^All \d+ services are online$/)
    .waitFor();
  await card('Licence').getByText('Open source').waitFor();
  // loaded when it is scrolled to
  await card('Last activity').scrollIntoViewIfNeeded();
  await card('Last activity').getByText('signed in').first().waitFor();
  await card('What to do next').getByRole('link', { name: 'Add users' }).waitFor();
  await card('Recent pages').getByRole('link', { name: /Users/ }).waitFor();
  await look(page, 'home');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(server, page, '/', 'Packages');
  await card('What to do next').waitFor();
  await look(page, 'home-packages');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a user without rights has a Home of their own, and no request of it is refused', async () => {
  const bob = await joined(browser, server, page, 'bob', faults);
  const refused: string[] = [];
  bob.on('response', response => {
    if ([401, 403].includes(response.status())) refused.push(response.url());
  });
  await open(server, bob, '/overview', 'Overview');
  const card = (name: string) => bob.getByRole('region', { name, exact: true });
  await card('Your last activity').scrollIntoViewIfNeeded();
  await card('Your last activity').getByText('bob').first().waitFor();
  await card('What to do next').getByRole('link', { name: 'See your activity' }).waitFor();
  for (const name of ['Services', 'Licence', 'Last activity']) expect(await card(name).count()).toBe(0);
  await look(bob, 'home-user');
  await open(server, bob, '/session-activity', 'Session activity');
  expect(await bob.getByRole('radio', { name: 'Installation' }).count()).toBe(0);
  expect(refused).toEqual([]);
  await closeTabs(bob.context());
});

test('Arabic has the sentences too, and a narrow window needs no sideways scrolling', async () => {
  const context = await browser.newContext({ locale: 'ar', viewport: { width: 390, height: 800 } });
  await context.addCookies(await page.context().cookies());
  const narrow = await context.newPage();
  await narrow.goto(`${server.origin}/ui/session-activity`);
  await narrow
    .getByRole('button', { name: /ann: فتح Support zone|ann: فتح/ })
    .first()
    .waitFor();
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await closeTabs(context);
});
