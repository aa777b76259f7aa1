// An application of another vendor is registered, signs a user in, and is locked out when the user revokes that.
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { closeTabs, profileMenu } from './browser';
import { heading, joined, NO_FACTOR, open } from './fixture';
import { hasFocus } from './keys';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Server } from './server';
import { ThirdParty } from './thirdParty';

const LIST = '/admin/configuration/integrations';
const FILE = '/artifactory/generic-local/team/a.txt';

const application = await ThirdParty.start();
let server: Server;
let page: Page;
let browser: Browser;
/** A user, in a browser of their own. */
let user: Page;

servePackages(NO_FACTOR, async opened => {
  ({ server, page, browser } = opened);
  await opened.publisher.terminal.create('generic-local');
  await opened.publisher.terminal.put('generic-local/team/a.txt', 'hello');
});

afterAll(() => application.end());

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
const value = async (name: string) =>
  (await page.locator('dt', { hasText: name }).locator('+ dd code').textContent()) ?? '';

// covers: [APP-01]
test('an administrator registers an application, whose secret is shown once', async () => {
  await open(server, page, LIST, 'Application integrations');
  await page.getByText('No application integrations').waitFor();
  await glance(page, 'applications-empty');
  await button(page, 'New integration').click();
  await button(page, 'Create integration').click();
  await page.getByText('This field is mandatory').first().waitFor();
  await field('Application Name').fill('my app');
  await field('Description').fill('Shows builds on a screen.');
  await field('Callback URL').fill(application.callback);
  await page.getByRole('radio', { name: 'Server application' }).check();
  // a new one may only learn who signs in; this one asks for more
  for (const scope of ['while you are away', 'read in repositories'])
    await page.getByRole('checkbox', { name: scope }).check();
  await button(page, 'Create integration').click();
  await page.getByText('Name cannot contain spaces or special characters').waitFor();
  await glance(page, 'application-problems');
  await field('Application Name').fill('Dashboard');
  await button(page, 'Create integration').click();
  await page.getByText('Successfully created integration Dashboard').waitFor();
  await page
    .getByText('The secret is visible now and cannot be retrieved later.', { exact: false })
    .waitFor();
  await glance(page, 'application-secret');
  const secret = await value('Secret');
  expect(secret).toMatch(/^waybill_app_[0-9a-f]{64}$/);
  await application.configure({
    issuer: await value('Platform Base Url'),
    id: await value('Client ID'),
    secret,
  });
  await button(page, 'Done').click();
  await page.getByRole('row').filter({ hasText: 'Dashboard' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await glance(page, 'applications');
});

// covers: [APP-02]
test('a user signs in to it, after the sign-in here, and sees what it may do', async () => {
  user = await joined(browser, server, page, 'bob', []);
  await profileMenu(user, 'bob').click();
  await user.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(user, 'Sign in').waitFor();
  await user.goto(application.address);
  await user.getByRole('link', { name: 'Sign in with Waybill' }).click();
  await heading(user, 'Sign in').waitFor();
  await user.getByLabel('User name', { exact: true }).fill('bob');
  await user.getByLabel('Password', { exact: true }).fill('seven blue staples 9');
  await button(user, 'Sign in').click();
  await heading(user, 'Sign in to an application').waitFor();
  await user.getByRole('heading', { name: 'Dashboard asks for access to your account' }).waitFor();
  await user.getByText('It can read in repositories, wherever you can.').waitFor();
  await user.getByText(application.address, { exact: true }).waitFor();
  // what is shown after a sign-in otherwise waits until the question is answered
  expect(await user.getByText('Set up your clients').count()).toBe(0);
  await glance(user, 'application-consent');
  await button(user, 'Deny').click();
  await user.getByText('access_denied').waitFor();

  await user.goto(`${application.address}/login`);
  await button(user, 'Allow').click();
  await user.getByRole('heading', { name: 'Welcome, bob' }).waitFor();
  expect(await application.whoIs()).toMatchObject({ name: 'bob' });
  await application.refresh();
  expect(await application.whoIs()).toMatchObject({ preferred_username: 'bob' });
});

// covers: [APP-02, DET-06]
test('an administrator sees its users, and revokes what it can do for one, who is asked again', async () => {
  await open(server, page, LIST, 'Application integrations');
  await button(page, 'Users of Dashboard').click();
  const sheet = page.getByRole('dialog', { name: 'Users of Dashboard', exact: true });
  const users = sheet.getByRole('list', { name: 'Users', exact: true }).getByRole('listitem');
  await users.getByText('bob', { exact: true }).waitFor();
  for (const scope of ['openid', 'offline_access', 'repositories:read'])
    await users.getByText(scope).waitFor();
  await sheet.getByText('1 user', { exact: true }).waitFor();
  await sheet.getByRole('searchbox', { name: 'Find by user name' }).fill('ann');
  await sheet.getByText('No user with a name like this lets this application act.').waitFor();
  await sheet.getByRole('searchbox', { name: 'Find by user name' }).fill('bo');
  await users.getByText('bob', { exact: true }).waitFor();
  await glance(page, 'application-users');

  await sheet.getByRole('button', { name: 'Revoke for bob', exact: true }).click();
  const question = sheet.getByRole('alert');
  await question.getByText('Revoke what Dashboard can do for bob?').waitFor();
  await hasFocus(question.getByRole('button', { name: 'Keep', exact: true }));
  await glance(page, 'application-users-revoke');
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Dashboard can no longer act for bob.').waitFor();
  await hasFocus(sheet.getByRole('status'));
  await sheet.getByRole('searchbox', { name: 'Find by user name' }).fill('');
  await sheet.getByText('No user lets this application act.').waitFor();
  await glance(page, 'application-users-none');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('grid').locator('[tabindex="0"]'));

  await expect.poll(() => application.read(`${server.origin}${FILE}`)).toBe(401);
  await expect(application.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
  await user.goto(`${application.address}/login`);
  await user.getByRole('heading', { name: 'Dashboard asks for access to your account' }).waitFor();
  await button(user, 'Allow').click();
  await user.getByRole('heading', { name: 'Welcome, bob' }).waitFor();
});

// covers: [APP-02, DET-06]
test('the user revokes it, and it is locked out within a second', async () => {
  await open(server, user, '/user_profile', 'Edit Profile');
  const granted = user.getByRole('list', { name: 'Applications' });
  await granted.getByText('Dashboard').first().waitFor();
  await glance(user, 'application-granted');
  await button(user, 'Revoke Dashboard').click();
  const revoked = user.waitForResponse(response => response.request().method() === 'DELETE');
  await user.getByRole('alert').getByRole('button', { name: 'Revoke', exact: true }).click();
  expect((await revoked).ok()).toBe(true);
  const began = Date.now();
  let asked = began;
  await expect
    .poll(
      () => {
        asked = Date.now();
        return application.read(`${server.origin}${FILE}`);
      },
      { interval: 50 },
    )
    .toBe(401);
  // when the refused read was sent: a busy machine may take its time for the answer
  expect(asked - began).toBeLessThan(1_000);
  await user.getByText('No application can act for you.').waitFor();
  await expect(application.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(application.whoIs()).rejects.toMatchObject({ status: 401 });
  await closeTabs(user.context());
});

// covers: [APP-01]
test('an application is deleted, after a question', async () => {
  await open(server, page, LIST, 'Application integrations');
  await button(page, 'Delete Dashboard').click();
  const question = page.getByRole('dialog');
  await question.getByText('This will permanently delete the Integration Dashboard. Continue?').waitFor();
  await glance(page, 'application-deletion');
  await question.getByRole('button', { name: 'Delete integration' }).click();
  await page.getByText('The integration Dashboard was deleted.').waitFor();
  await page.getByText('No application integrations').waitFor();
});
