// The user's own account: mail address, API key and tokens, which take the password.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, closeTabs, openBrowser } from './browser';
import { inside, joined, NO_FACTOR, open, profileEntries } from './fixture';
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

async function confirm(action: string, password = ann.password): Promise<void> {
  const form = page.getByRole('form', { name: action });
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: action }).click();
}

/** How a program is answered that sends a key. */
async function answerTo(header: string, value: string): Promise<number> {
  const answer = await fetch(`${server.origin}/access/api/v2/users`, { headers: { [header]: value } });
  return answer.status;
}

// covers: [API-05]
test('the API key is shown after the password, replaced, and revoked', async () => {
  await open(server, page, '/user_profile', 'Edit Profile');
  await page.getByRole('button', { name: 'Show API key' }).click();
  await confirm('Show API key', 'not my password');
  const problem = page.getByText('The current password is incorrect.');
  await problem.waitFor();
  // in the colour of errors, and not in that of the text above the form
  const [shown, danger] = await problem.evaluate(text => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = 'var(--wb-danger)';
    const colours = [text, sample].map(element => getComputedStyle(element).color);
    sample.remove();
    return colours;
  });
  expect(shown).toBe(danger);
  await look(page, 'profile-wrong-password');
  await confirm('Show API key');
  await page.getByText('You have no API key.').waitFor();
  await page.getByRole('button', { name: 'Create a new API key' }).click();
  await confirm('Create a new API key');
  const key = await page.getByText(/^waybill_/).innerText();
  expect(await answerTo('x-jfrog-art-api', key)).toBe(200);
  await look(page, 'profile-api-key');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => page.getByText(key).count()).toBe(0);
  await page.getByRole('button', { name: 'Show API key' }).click();
  await confirm('Show API key');
  await page.getByText(key).waitFor();
  await page.getByRole('button', { name: 'Revoke API key' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token was revoked.').waitFor();
  expect(await answerTo('x-jfrog-art-api', key)).toBe(401);
});

// covers: [API-03]
test('a token for a program is made with a purpose and an end, and is shown once', async () => {
  await open(server, page, '/user_profile', 'Edit Profile');
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('form', { name: 'Create token' });
  await form.getByLabel('What is it for?').fill('build server');
  await form.getByLabel('Works for').selectOption('7 days');
  await look(page, 'profile-token-form');
  // A reload loses nothing that was typed, but for the password, which is kept nowhere.
  await page.reload();
  await expect.poll(() => form.getByLabel('What is it for?').inputValue()).toBe('build server');
  await expect.poll(() => form.getByLabel('Works for').inputValue()).toBe('7');
  await confirm('Create token');
  const token = await page.getByText(/^waybill_/).innerText();
  expect(await answerTo('authorization', `Bearer ${token}`)).toBe(200);
  await page.getByRole('listitem').filter({ hasText: 'build server' }).waitFor();
  await open(server, page, '/user_profile', 'Edit Profile');
  await page.getByRole('listitem').filter({ hasText: 'build server' }).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
});

test('the mail address is changed with the password', async () => {
  await open(server, page, '/user_profile', 'Edit Profile');
  await page.getByRole('button', { name: 'Change mail address' }).click();
  const form = page.getByRole('form', { name: 'Save' });
  await form.getByLabel('Mail address').fill('ann');
  await confirm('Save');
  await form.getByText(/not a mail address/).waitFor();
  await form.getByLabel('Mail address').fill('ann@example.org');
  await confirm('Save');
  await page.getByText('Your mail address was changed.').waitFor();
  await page.getByRole('region', { name: 'Account' }).getByText('ann@example.org').waitFor();
});

// covers: [ROLE-04, DET-02]
test('an account that its owner may not change says why, and offers no password, as soon as it is so', async () => {
  const maria = await joined(browser, server, page, 'maria', faults);
  await open(server, maria, '/user_profile', 'Edit Profile');
  const account = maria.getByRole('region', { name: 'Account' });
  await account.getByText('Locked. Enter your password to make changes.').waitFor();
  await expect.poll(() => profileEntries(maria)).toContain('Change password');
  const found = await page.request.get(`${server.origin}/ui/api/v1/access/api/ui/users?search=maria`);
  const { users } = (await found.json()) as { users: { person: string }[] };
  const change = async (data: object) => {
    const path = `${server.origin}/ui/api/v1/access/api/ui/users/${users[0]?.person}`;
    const answer = await page.request.patch(path, { headers: { origin: server.origin }, data });
    expect(answer.ok()).toBe(true);
  };
  await change({ profile_updatable: false });
  await account.getByText('The details of this account cannot be changed here.').waitFor();
  await maria.getByText('The password of this account is not managed here.').waitFor();
  await expect.poll(() => account.getByRole('button', { name: 'Change mail address' }).count()).toBe(0);
  await expect.poll(() => profileEntries(maria)).not.toContain('Change password');
  await look(maria, 'profile-fixed');
  await change({ external: true });
  await account.getByText('Managed in another directory; change it there').waitFor();
  await maria.getByRole('heading', { name: 'API key and tokens' }).waitFor({ state: 'detached' });
  await closeTabs(maria.context());
});
