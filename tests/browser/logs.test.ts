import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab, profileMenu } from './browser';
import { joined } from './fixture';
import { drawn, look } from './pictures';
import { Server } from './server';
import { SLOWNESS } from './slowness';

const SETTINGS = '[logs]\nrotate_at_bytes = 60000\n[installation.access]\nmfa_required = "nobody"\n';
const PAGE = '/ui/admin/monitoring/system_logs';
const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

const log = () => page.getByRole('log');
const file = (service: string, kind: string) => join(server.data, 'log', service, `${service}-${kind}.log`);
/** A request that the request log names by this word. */
const ask = (word: string) => page.evaluate(id => fetch(`/ui/api/v1/system/version?id=${id}`), word);

/** How far it is to the end of the log, in pixels, once it has stopped moving. */
const restsBelow = () =>
  log().evaluate(async box => {
    let top = -1;
    for (let frames = 0; frames < 10; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (box.scrollTop !== top) frames = 0;
      top = box.scrollTop;
    }
    return box.scrollHeight - box.clientHeight - top;
  });

beforeAll(async () => {
  server = await Server.start(SETTINGS);
  browser = await openBrowser();
  page = await openTab(await browser.newContext(), faults);
  await page.goto(server.setupLink);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [LOGV-01, LOGV-03, DET-07]
test('an administrator follows a log while requests are made, and sees them appear', async () => {
  await page.goto(`${server.origin}${PAGE}`);
  await page.getByRole('heading', { name: 'System logs', level: 1 }).waitFor();
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  expect(await page.getByLabel('Service', { exact: true }).inputValue()).toBe('artifactory');
  expect(await page.getByLabel('File', { exact: true }).inputValue()).toBe('artifactory-service.log');
  await page.getByRole('link', { name: /support zone/ }).waitFor();
  // the whole file is counted once, a moment after it was chosen
  const counted = page.waitForResponse(response =>
    /logs\/search\/.*artifactory-request\.log/.test(response.url()),
  );
  await page.getByLabel('File', { exact: true }).selectOption('artifactory-request.log');
  await counted;
  await ask('first-word');
  await log().getByText('id=first-word').waitFor();
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  // what the viewer has read, the page reads as well, once
  await drawn(page);
  // it is pushed: the page does not ask for it
  const asked: string[] = [];
  const listen = (request: Request) => asked.push(new URL(request.url()).pathname);
  page.on('request', listen);
  await ask('second-word');
  await log().getByText('id=second-word').waitFor();
  page.off('request', listen);
  expect(asked).toEqual(['/ui/api/v1/system/version']);
  await page.getByText('File last modified:').waitFor();
  await page.getByText('View last updated:').waitFor();
  // following it feeds it no more
  expect(await log().getByText('system/logs/data').count()).toBe(0);
  await page.getByRole('button', { name: 'Insert mark' }).click();
  await log()
    .getByText(/^Mark /)
    .waitFor();
});

// covers: [LOGV-01, LOGV-03]
test('it is paused, goes on, is refreshed at once, and counts down where nothing is pushed', async () => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await ask('while-paused');
  // a request is answered before it is in the log
  await expect.poll(() => readFileSync(file('artifactory', 'request'), 'utf8')).toContain('id=while-paused');
  await page.waitForTimeout(600);
  expect(await log().getByText('id=while-paused').count()).toBe(0);
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await log().getByText('id=while-paused').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
  await page.getByLabel('Live updates').uncheck();
  await page.getByText(/^Refresh in \d+ s$/).waitFor();
  await ask('by-counting');
  await log()
    .getByText('id=by-counting')
    .waitFor({ timeout: 30_000 * SLOWNESS });
  await page.getByLabel('Live updates').check();
  await page.locator('#content').getByText('Live', { exact: true }).waitFor();
});

// covers: [LOGV-02, LOGV-03]
test('a log that is rotated or emptied while it is followed says so and goes on', async () => {
  for (let index = 0; index < 400; index++) await ask(`filling-${index}`);
  // marks and gaps are shown whatever the filter
  await page.getByLabel('Level', { exact: true }).selectOption('error');
  await log().getByText('The file was rotated').first().waitFor();
  await page.getByLabel('Level', { exact: true }).selectOption('all');
  await ask('after-rotation');
  await log().getByText('id=after-rotation').waitFor();
  truncateSync(file('artifactory', 'request'));
  await log().getByText('The file was emptied').first().waitFor();
  await ask('after-emptying');
  await log().getByText('id=after-emptying').waitFor();
});

// covers: [LOGV-03]
test('what is loaded is searched and filtered, and nothing in it does anything', async () => {
  appendFileSync(
    file('access', 'service'),
    '2026-11-21T10:00:00.000Z [jfac ] [ERROR] [                ] [x] - needle \u001b[31m<img src=x onerror=alert(1)>\n',
  );
  await page.getByLabel('Service', { exact: true }).selectOption('access');
  await log().getByText('needle').waitFor();
  await expect.poll(() => log().innerText()).toContain('needle ␛[31m<img src=x');
  await page.getByRole('searchbox', { name: 'Search this log' }).fill('NEEDLE');
  await page.getByText('Found 1', { exact: true }).waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('1 of 1').waitFor();
  expect(await log().locator('mark').innerText()).toBe('needle');
  await page.getByLabel('Level', { exact: true }).selectOption('error');
  await expect.poll(() => log().locator('[data-level]').count()).toBe(1);
  await page.getByLabel('Level', { exact: true }).selectOption('all');
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Wrap lines').check();
  await look(page, 'logs');
  await page.setViewportSize({ width: 1440, height: 900 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('access-service.log');
});

// covers: [LOGV-02, LOGV-03]
test('what is older is loaded from the top by the keyboard, keeps what is seen in place, and goes through rotations', async () => {
  const path = file('event', 'service');
  const numbered = (part: number) =>
    Array.from(
      { length: 10_000 },
      (_, index) => `older line ${part * 10_000 + index} of many ${'·'.repeat(20)}\n`,
    ).join('');
  writeFileSync(path.replace('.log', '.2026-11-20T10-00-00.log'), numbered(0));
  appendFileSync(path, numbered(1));
  await page.getByLabel('Wrap lines').uncheck();
  await page.getByLabel('Follow the end').check();
  await page.getByLabel('Service', { exact: true }).selectOption('event');
  await log().getByText('older line 19999 of many').waitFor();
  // a user who has just stopped following does not follow again because of an earlier scroll event that arrives late
  const follow = page.getByLabel('Follow the end');
  await follow.uncheck();
  await log().evaluate(async box => {
    box.dispatchEvent(new Event('scroll'));
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
  expect(await follow.isChecked()).toBe(false);
  await follow.check();
  await log().focus();
  await page.keyboard.press('Home');
  const scrolled = () => log().evaluate(box => box.scrollTop);
  await expect.poll(scrolled).toBe(0);
  const button = log().getByRole('button', { name: 'Load earlier lines' });
  await button.waitFor();
  await look(page, 'logs-earlier');
  await page.setViewportSize({ width: 1440, height: 900 });
  // the window has its size of before again
  await restsBelow();
  const line = log().locator('[data-index="0"]').getByText('older line');
  const first = (await line.innerText()).replace(/ of many.*/, ' of many');
  const top = () =>
    log()
      .getByText(first)
      .evaluate(shown => {
        const box = shown.closest('[role="log"]');
        return shown.getBoundingClientRect().top - (box?.getBoundingClientRect().top ?? 0);
      });
  const before = await top();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(scrolled).toBeGreaterThan(1_000);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
  const begins = log().getByText('The log begins here.');
  for (;;) {
    await log().focus();
    await page.keyboard.press('Home');
    await expect.poll(scrolled).toBe(0);
    await button.or(begins).first().waitFor();
    if ((await begins.count()) > 0) break;
    await button.click();
    // what is older has come above what is seen, or there was nothing more
    await expect.poll(async () => (await scrolled()) > 0 || (await begins.count()) > 0).toBe(true);
  }
  await log().getByText('older line 0 of many').waitFor();
  await page.getByRole('searchbox', { name: 'Search this log' }).fill('older line 9999 of many');
  await page.getByText('Found 1', { exact: true }).waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('1 of 1').waitFor();
  await log().getByText('The file was rotated').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Service', { exact: true }).selectOption('access');
});

// covers: [LOGV-02, LOGV-03]
test('the whole log is searched on the server, narrowed by time, and each line has an address', async () => {
  const folder = join(server.data, 'log', 'metadata');
  mkdirSync(folder, { recursive: true });
  const lineOf = (minute: number, level: string, message: string) =>
    `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z [jfmd ] [${level.padEnd(5)}] ` +
    `[                ] [waybill::x] - ${message}\n`;
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      lineOf(from + index, index === 0 ? 'ERROR' : 'INFO', `needle ${from + index}.`),
    ).join('');
  writeFileSync(join(folder, 'metadata-service.2026-01-01T10-30-00.log'), numbered(0, 30));
  writeFileSync(join(folder, 'metadata-service.log'), numbered(30, 60));
  await page.goto(`${server.origin}${PAGE}?service=metadata`);
  await log().getByText('needle 59.').waitFor();
  // lines of a known format are in columns
  await log().getByText('waybill::x').first().waitFor();
  const whole = page.getByRole('region', { name: 'Whole log', exact: true });
  await whole
    .getByRole('option', { name: /lines?; errors: [12]/ })
    .first()
    .waitFor();
  const box = page.getByRole('searchbox', { name: 'Search this log' });
  await box.fill('needle 12.');
  await whole.getByText('1 match in the whole log').waitFor();
  await whole.getByRole('button', { name: 'Show matches' }).click();
  const matches = page.getByRole('region', { name: 'Matches in the whole log', exact: true });
  const row = matches.getByRole('row', { name: /needle 12\./ });
  expect(await row.locator('mark').innerText()).toBe('needle 12.');
  await look(page, 'logs-matches');
  await page.setViewportSize({ width: 1440, height: 900 });

  // the line has an address, which opens it in the file that was rotated
  await row.getByRole('link').click();
  await page.getByText('These are the lines around the one that the link names.').waitFor();
  await log().getByText('needle 12.').waitFor();
  await log().getByText('needle 13.').waitFor();
  expect(page.url()).toMatch(/at=\d+&generation=/);
  await page.reload();
  await log().getByText('needle 12.').waitFor();
  await log().getByText('needle 11.').waitFor();
  await look(page, 'logs-line');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Go to the end of the log' }).click();
  await log().getByText('needle 59.').waitFor();

  // a filter without hits says so, and how to go on
  await box.fill('no line has this');
  await whole.getByText('0 matches in the whole log').waitFor();
  await whole.getByRole('button', { name: 'Show matches' }).click();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByText('“no line has this”').waitFor();
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await log().getByText('needle 59.').waitFor();
  await expect.poll(() => box.inputValue()).toBe('');

  // a bar narrows the time, with the keyboard as well
  const bars = whole.getByRole('listbox', { name: 'Lines over time' });
  await bars.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await matches.waitFor();
  await expect.poll(() => page.getByLabel('From').inputValue()).toMatch(/^2026-01-01T/);
  await whole.getByRole('button', { name: 'Any time' }).click();
  await whole.getByRole('button', { name: 'Back to the end of the log' }).click();
  await log().getByText('needle 59.').waitFor();

  // the line of a file that is gone says so
  await page.goto(`${server.origin}${PAGE}?service=metadata&file=metadata-service.log&at=5&generation=0-0`);
  await page.getByText('This line is no longer in the log').waitFor();
  await page.getByRole('link', { name: 'Go to the end of the log' }).click();
  await log().getByText('needle 59.').waitFor();
  await page.getByLabel('Service', { exact: true }).selectOption('access');
});

// covers: [LOGV-03]
test('hundreds of thousands of lines are scrolled with no more than a screenful on the page', async () => {
  const path = file('access', 'service');
  await page.getByLabel('Follow the end').check();
  for (let part = 0; part < 20; part++) {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${part * 10_000 + index} of many`);
    appendFileSync(path, `${lines.join('\n')}\n`);
  }
  await log()
    .getByText('line 199999 of many')
    .waitFor({ timeout: 30_000 * SLOWNESS });
  expect(await log().locator('[data-index]').count()).toBeLessThan(120);
  await log().focus();
  await page.keyboard.press('Home');
  await expect.poll(() => page.getByLabel('Follow the end').isChecked()).toBe(false);
  expect(await log().locator('[data-index]').count()).toBeLessThan(120);
  await page.keyboard.press('End');
  await expect.poll(() => page.getByLabel('Follow the end').isChecked()).toBe(true);
  // the browser scrolls smoothly and reports it late: what was pressed last is what holds, however soon it was pressed
  for (const keys of [
    ['Home', 'End'],
    ['Home', 'End', 'Home', 'End'],
  ]) {
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(restsBelow).toBeLessThan(40);
    await expect.poll(() => page.getByLabel('Follow the end').isChecked()).toBe(true);
  }
  for (const key of ['Home', 'End', 'Home']) await page.keyboard.press(key);
  await expect.poll(() => log().evaluate(box => box.scrollTop)).toBe(0);
  expect(await restsBelow()).toBeGreaterThan(1_000);
  await expect.poll(() => page.getByLabel('Follow the end').isChecked()).toBe(false);
});

// covers: [LOGV-03]
test('somebody who is no administrator is not let in', async () => {
  const other = await joined(browser, server, page, 'bob', faults);
  await other.goto(`${server.origin}${PAGE}`);
  await other.getByText('You are not authorized to view this page').first().waitFor();
  const refused = await other.evaluate(() =>
    fetch('/ui/api/v1/system/logs/data/artifactory?id=artifactory-service.log').then(answer => answer.status),
  );
  expect(refused).toBe(403);
  expect(faults).toEqual([]);
});
