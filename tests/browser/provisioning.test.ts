// Provisioning by SCIM, from switching it on to the users that a client has made.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { inside, NO_FACTOR, open } from './fixture';
import { look } from './pictures';
import type { Server } from './server';

const SETTINGS = '/admin/configuration/general';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let token = '';

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

/** What a provisioning client sends. */
async function sends(path: string, body: object): Promise<{ status: number; id: string }> {
  const response = await fetch(`${server.origin}/access/api/v1/scim/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
}

// covers: [SCIM-01]
test('an administrator switches provisioning on and makes a token for the client', async () => {
  await open(server, page, SETTINGS, 'General settings');
  const card = page.getByRole('region', { name: 'Provisioning (SCIM)' });
  await card.getByText('Off', { exact: true }).waitFor();
  await card.getByText(`${server.origin}/access/api/v1/scim/v2`).waitFor();
  await look(page, 'provisioning-off');
  await card
    .getByRole('checkbox', { name: 'Provisioning clients can create and change users and groups' })
    .check();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('On', { exact: true }).waitFor();
  await look(page, 'provisioning-on');
  await card.getByRole('link', { name: 'Robots' }).click();
  await page.getByRole('button', { name: 'Create robot' }).click();
  const form = page.getByRole('dialog', { name: 'Create robot' });
  await form.getByLabel('Name', { exact: true }).fill('provisioner');
  await form.getByText('Provisioning users and groups (SCIM)').click();
  await look(page, 'robot-for-provisioning');
  await form.getByRole('button', { name: 'Create robot' }).click();
  const shown = form.getByText(/waybill_[0-9a-f]{64}/);
  await shown.waitFor();
  token = /waybill_[0-9a-f]{64}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  await form.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('rowheader', { name: 'provisioner', exact: true }).click();
  const robot = page.getByRole('dialog', { name: 'provisioner' });
  await robot.getByText('Provisioning users and groups', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

// covers: [SCIM-01, SCIM-02]
test('a user and a group that a client has made say so', async () => {
  const user = await sends('/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'cara@example.org',
    externalId: 'cara',
    emails: [{ value: 'cara@example.org', primary: true }],
  });
  expect(user.status).toBe(201);
  const group = await sends('/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Developers',
    members: [{ value: user.id }],
  });
  expect(group.status).toBe(201);
  await open(server, page, '/admin/management/users', 'Users');
  await page.getByRole('rowheader', { name: 'cara@example.org', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'cara@example.org' });
  await dialog.getByText(/A provisioning client manages this user/).waitFor();
  await look(page, 'provisioned-user');
  await page.keyboard.press('Escape');
  await open(server, page, '/admin/management/groups', 'Groups');
  await page.getByRole('rowheader', { name: 'Developers', exact: true }).click();
  const of = page.getByRole('dialog', { name: 'Developers' });
  await of.getByText(/A provisioning client manages this group/).waitFor();
  await look(page, 'provisioned-group');
});
