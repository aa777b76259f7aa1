import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openTab } from './browser';
import { setUpAndSignIn, whereIs } from './fixture';
import { look } from './pictures';
import { ONE_STEP_EITHER_WAY, Server } from './server';

const SETTINGS = `[installation]\ntarget_bundle_retention = true\n${ONE_STEP_EITHER_WAY}`;
const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

const sums = (text: string) => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  sha1: createHash('sha1').update(text).digest('hex'),
  md5: createHash('md5').update(text).digest('hex'),
});

const artifact = (path: string, text: string) => ({ path, size: text.length, ...sums(text) });
const field = () => page.getByRole('textbox', { name: 'Find by checksum' });

async function lookUp(text: string): Promise<void> {
  await field().fill(text);
  // what was found before is not what is found now
  await page.getByText(/bundles? holds?/).waitFor({ state: 'detached' });
  await field().press('Enter');
}

beforeAll(async () => {
  server = await Server.start(SETTINGS);
  browser = await openBrowser();
  page = await openTab(await browser.newContext(), faults);
  await setUpAndSignIn(server, page);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [RET-02]
test('without any bundle each tab says how one gets there', async () => {
  await page.goto(`${server.origin}/ui/release-bundles/target`);
  await page.getByText('No bundles imported yet').waitFor();
  await page.getByText('POST /ui/api/v1/release_bundles').waitFor();
  await page.getByText('Retention of target bundles:').waitFor();
  await expect
    .poll(() => page.getByText('Retention of target bundles:').locator('..').innerText())
    .toMatch(/ on\.$/);
  await look(page, 'release-bundles-empty');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('tab', { name: 'Target' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('No bundles created here yet').waitFor();
  expect(new URL(page.url()).pathname).toBe('/ui/release-bundles/source');
  await expect
    .poll(() => page.getByRole('tab', { name: 'Source' }).getAttribute('aria-selected'))
    .toBe('true');
});

// covers: [CHK-01]
test('a bundle that is taken in over the wire is listed, and found by each of its three checksums', async () => {
  const manifest = {
    name: 'shop',
    version: '1.0.0',
    artifacts: [artifact('lib/one.tgz', 'one'), artifact('two.txt', 'two')],
  };
  const status = await page.evaluate(async body => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch('/ui/api/v1/release_bundles', init)).status;
  }, manifest);
  expect(status).toBe(200);
  await page.goto(`${server.origin}/ui/release-bundles/target`);
  const table = page.getByRole('grid', { name: 'Target bundles' });
  await table.getByText('shop').waitFor();
  for (const digits of Object.values(sums('one'))) {
    await lookUp(digits.toUpperCase());
    await page.getByText('1 bundle contains this file.').waitFor();
    await page
      .getByRole('grid', { name: 'Bundles that contain the file' })
      .getByText('lib/one.tgz')
      .waitFor();
  }
  await look(page, 'release-bundles-found');
  await page.setViewportSize({ width: 1440, height: 900 });
  await lookUp(sums('three').md5);
  await page.getByText('No bundle contains a file with this checksum.').waitFor();
});

// covers: [CHK-01]
test('a checksum that is none is explained beside the field, and what was typed stays', async () => {
  await lookUp('abc');
  await page.getByRole('alert').getByText('this has 3.').waitFor();
  await lookUp('g'.repeat(64));
  await page.getByRole('alert').getByText('the letters a to f').waitFor();
  await look(page, 'release-bundles-malformed');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await field().inputValue()).toBe('g'.repeat(64));
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

// covers: [ROUTE-14]
test('what is in a bundle is shown with its checksums at an address of its own, and Escape leads back', async () => {
  await page.getByRole('grid', { name: 'Target bundles' }).getByText('shop').click();
  const details = page.getByRole('dialog', { name: 'shop 1.0.0' });
  await details.getByText('Signed by this installation').waitFor();
  await details.getByText(sums('two').sha256).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/release-bundles/target/shop/1.0.0');
  await page.goto(`${server.origin}/ui/release-bundles/target/shop/1.0.0`);
  await details.getByText(sums('two').sha256).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/release-bundles/target/shop/1.0.0');
  await look(page, 'release-bundles-details');
  await page.setViewportSize({ width: 1440, height: 900 });
  await details.getByRole('heading', { name: 'shop 1.0.0' }).focus();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await expect.poll(() => whereIs(page)).toBe('/release-bundles/target');
  await page.goto(`${server.origin}/ui/release-bundles/target/shop/9.9.9`);
  await page.getByText('There is no bundle shop 9.9.9 here.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => whereIs(page)).toBe('/release-bundles/target');
});

// covers: [CHK-01]
test('files that are imported on the command line stand under source after a start', async () => {
  await server.kill('SIGTERM');
  const folder = join(server.data, '..', 'dist');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'three.txt'), 'three');
  const output = server.ask(
    'release-bundle',
    'import',
    'shop',
    '2.0.0',
    join(folder, 'three.txt'),
    '--base',
    folder,
    '--data',
    server.data,
  );
  expect(output).toContain('imported shop 2.0.0: 1 files');
  await server.run();
  await page.goto(`${server.origin}/ui/release-bundles/source`);
  await page.getByRole('grid', { name: 'Source bundles' }).getByText('2.0.0').waitFor();
  await lookUp(sums('three').sha1);
  await page.getByText('1 bundle contains this file.').waitFor();
});

// covers: [MENU-08]
test('the menu leads to the bundles, and says under which tab there are some', async () => {
  await page.goto(`${server.origin}/ui/session-activity`);
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Release bundles', exact: true }).click();
  await page.getByRole('heading', { name: 'Release bundles', level: 1 }).waitFor();
  await expect.poll(() => whereIs(page)).toBe('/release-bundles/target');
  await page.getByRole('grid', { name: 'Target bundles' }).getByText('shop').waitFor();
  expect(await page.getByText('Comes in a later release').count()).toBe(0);
  await page.getByRole('tab', { name: 'Target 1' }).waitFor();
  await page.getByRole('tab', { name: 'Source 1' }).click();
  await page.getByRole('grid', { name: 'Source bundles' }).getByText('2.0.0').waitFor();
  expect(faults).toEqual([]);
});
