// Known devices in the profile, and the link that an administrator makes for a user's new device.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu } from './browser';
import { bobIn, heading, inside, NO_FACTOR, open } from './fixture';
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
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** Signs in with another browser, which is another device. */
async function onAnotherDevice(userAgent: string): Promise<Page> {
  const other = await openTab(await browser.newContext({ userAgent }), faults);
  await other.goto(`${server.origin}/ui/login`);
  await logIn(other, ann.password);
  await profileMenu(other).waitFor();
  return other;
}

test('a user sees the known devices, and forgets one and then all others', async () => {
  const phones = [
    await onAnotherDevice('Mozilla/5.0 (iPhone) Safari/605.1'),
    await onAnotherDevice('Mozilla/5.0 (Android 16) Firefox/150.0'),
    await onAnotherDevice(`an agent of its own ${'with a long name '.repeat(8)}`),
  ];
  await open(server, page, '/user_profile', 'Edit Profile');
  const devices = page.getByRole('region', { name: 'Known devices' });
  const list = devices.getByRole('list', { name: 'Known devices' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4);
  const own = list.getByRole('listitem').filter({ hasText: 'This device' });
  expect(await own.innerText()).toMatch(/First sign-in .* · Last sign-in .* · 127\.0\.0\.1/);
  await look(page, 'known-devices');

  const safari = devices.getByRole('button', { name: 'Forget Safari on iPhone' });
  await safari.click();
  await look(page, 'known-devices-forget');
  await devices.getByRole('button', { name: 'Keep' }).click();
  await safari.click();
  await devices.getByRole('alert').getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  expect(await safari.count()).toBe(0);
  // it is signed in, but no longer a device on which a link can be made
  const [iphone] = phones;
  if (!iphone) throw new Error('there is no phone');
  await open(server, iphone, '/user_profile', 'Edit Profile');
  await iphone.getByRole('button', { name: 'Create a link for a new device' }).click();
  await iphone.getByText(/This device is not known to your account/).waitFor();

  await devices.getByRole('button', { name: 'Forget all others' }).click();
  await devices.getByRole('alert').getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  expect(await own.count()).toBe(1);
  expect(await devices.getByRole('button', { name: 'Forget all others' }).count()).toBe(0);
  for (const phone of phones) await closeTabs(phone.context());
});

test('an administrator makes a link with which a user signs in on a new device', async () => {
  const bob = await bobIn(browser, server, faults);
  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: 'bob', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'bob' });
  await dialog.getByRole('button', { name: 'Create a link for a new device' }).click();
  const link = await dialog.getByText(`${server.origin}/ui/login#device=`).innerText();
  await look(page, 'link-for-a-user');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });

  const tablet = await openTab(await browser.newContext(), faults);
  await tablet.goto(link);
  await heading(tablet, 'Sign in').waitFor();
  await tablet.getByLabel('User name', { exact: true }).fill('bob');
  await tablet.getByLabel('Password', { exact: true }).fill('seven blue staples 9');
  await tablet.getByRole('button', { name: 'Sign in' }).click();
  await profileMenu(tablet, 'bob').waitFor();
  await closeTabs(tablet.context());
  await closeTabs(bob.context());
});
