import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab } from './browser';
import { look } from './pictures';
import { Server } from './server';

const SETTINGS =
  '[installation]\nlicence = "NONE"\nfeatures = []\n[installation.access]\nmfa_required = "nobody"\n';
const faults: string[] = [];
let server: Server;
let browser: Browser;
let here: Page;
let elsewhere: Page;

/** A picture of one colour, as any program would write it. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0xb0)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const arrive = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading, level: 1 }).waitFor();
const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Signs in, and is where one without a licence is brought to. */
async function signIn(page: Page): Promise<void> {
  await arrive(page, 'Sign in');
  await logIn(page, ann.password);
  await arrive(page, 'Licences');
  await card(page, 'No licence').waitFor();
}

beforeAll(async () => {
  server = await Server.start(SETTINGS);
  browser = await openBrowser();
  here = await openTab(await browser.newContext(), faults);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [NAV-08, LIC-01]
test('an admin without a licence lands where one is installed, installs one, and goes on', async () => {
  await here.goto(server.setupLink);
  await here.getByLabel('User name', { exact: true }).fill(ann.name);
  await here.getByLabel('Password', { exact: true }).fill(ann.password);
  await here.getByLabel('Password again', { exact: true }).fill(ann.password);
  await here.getByRole('button', { name: 'Create administrator' }).click();
  await signIn(here);
  elsewhere = await openTab(await browser.newContext(), faults);
  await elsewhere.goto(`${server.origin}/ui/login`);
  await signIn(elsewhere);
  await here.goto(`${server.origin}/ui/session-activity`);
  await arrive(here, 'Licences');
  await look(here, 'licences-none');
  await here.setViewportSize({ width: 1440, height: 900 });

  await here.getByLabel('Licence key').fill('hello');
  await here.getByRole('button', { name: 'Install' }).click();
  await here.getByText('Not a licence key.').waitFor();
  const file = join(server.data, '..', 'key.txt');
  writeFileSync(file, server.ask('licence', 'make', '--type', 'ENTERPRISE_PLUS', '--to', 'Acme'));
  await here.locator('input[type=file]').setInputFiles(file);
  await here.getByRole('button', { name: 'Install' }).click();
  await card(here, /Enterprise Plus/)
    .getByText('Acme')
    .waitFor();
  // The other browser was notified without a request.
  await card(elsewhere, /Enterprise Plus/).waitFor();
  await look(here, 'licences');
  await here.setViewportSize({ width: 1440, height: 900 });
  await here.goto(`${server.origin}/ui/session-activity`);
  await arrive(here, 'Session activity');
});

// covers: [MENU-07]
test('a logo that is uploaded stands above the menu and on the sign-in page until it is removed', async () => {
  await here.goto(`${server.origin}/ui/admin/configuration/general`);
  await arrive(here, 'General settings');
  await look(here, 'general-settings');
  await here.setViewportSize({ width: 1440, height: 900 });
  const chooser = here.locator('input[type=file]');
  const bomb = png(1, 1);
  bomb.writeUInt32BE(60_000, 16);
  await chooser.setInputFiles({ name: 'bomb.png', mimeType: 'image/png', buffer: bomb });
  await here.getByRole('button', { name: 'Use this picture' }).click();
  await here.getByText('The picture is too large').waitFor();
  await here.getByRole('button', { name: 'Cancel' }).click();
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(96, 48) });
  const preview = here.getByRole('img', { name: 'The chosen picture' });
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  await here.getByRole('button', { name: 'Use this picture' }).click();
  await here.getByText('96 × 48 pixels').waitFor();
  const logo = here.locator('header img').first();
  await logo.waitFor();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);

  const stranger = await openTab(await browser.newContext(), faults);
  await stranger.goto(`${server.origin}/ui/login`);
  await arrive(stranger, 'Sign in');
  const shown = stranger.locator('main img').first();
  await shown.waitFor();
  expect(await shown.getAttribute('src')).toMatch(/^\/ui\/api\/v1\/system\/logo\/[0-9a-f]{64}$/);
  await look(stranger, 'login-logo');

  await here.getByRole('button', { name: 'Remove the logo' }).click();
  await here.getByRole('button', { name: 'Remove', exact: true }).click();
  await here.getByText('No logo has been uploaded.').waitFor();
  await logo.waitFor({ state: 'hidden' });
});

// covers: [NAV-08, LIC-01]
test('removing the licence brings the admin back to where one is installed, in every tab at once', async () => {
  await elsewhere.goto(`${server.origin}/ui/session-activity`);
  await arrive(elsewhere, 'Session activity');
  await here.goto(`${server.origin}/ui/admin/license_management/licenses`);
  await here.getByRole('button', { name: 'Remove this licence' }).click();
  await here.getByText('No licence will be left.').waitFor();
  await here.getByRole('button', { name: 'Remove', exact: true }).click();
  await card(here, 'No licence').waitFor();
  await arrive(elsewhere, 'Licences');
  expect(faults).toEqual([]);
});
