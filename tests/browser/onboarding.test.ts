import { writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab, profileMenu } from './browser';
import { hasFocus } from './keys';
import { look } from './pictures';
import { Server } from './server';

let server: Server;
let browser: Browser;
let context: BrowserContext;
let first: Page;
const faults: string[] = [];

beforeAll(async () => {
  server = await Server.start('[installation.access]\nmfa_required = "nobody"\n');
  browser = await openBrowser();
  context = await browser.newContext();
  first = await openTab(context, faults);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

const question = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

/** The question is there, and the keyboard goes on from it. */
async function asked(page: Page, name: string): Promise<void> {
  await question(page, name).waitFor();
  await expect
    .poll(() => question(page, name).evaluate(heading => heading === document.activeElement))
    .toBe(true);
}

/** The wizard's steps as the browser keeps them for the one person who is here. */
async function keptSteps(page: Page): Promise<Record<string, unknown>> {
  const kept = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('waybill.personalisation.'))
      .map(([, value]) => value),
  );
  expect(kept).toHaveLength(1);
  return JSON.parse(kept[0] ?? '');
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

// covers: [NAV-13]
test('whoever sets an installation up lands on quick setup, and is asked', async () => {
  const link = new URL(server.setupLink);
  await first.goto(`${server.origin}${link.pathname}${link.search}`);
  await first.getByLabel('User name', { exact: true }).fill(ann.name);
  await first.getByLabel('Password', { exact: true }).fill(ann.password);
  await first.getByLabel('Password again', { exact: true }).fill(ann.password);
  await first.getByRole('button', { name: 'Create administrator' }).click();
  await first.getByRole('heading', { name: 'Sign in' }).waitFor();
  await logIn(first, ann.password);
  await asked(first, 'Welcome to Waybill');
  expect(new URL(first.url()).pathname).toBe('/ui/quick-setup');
  await look(first, 'onboarding-init');
});

test('who puts it off is left alone, until they next sign in', async () => {
  await first.getByRole('button', { name: 'Ask me later' }).click();
  await question(first, 'What you can do now').waitFor();
  await look(first, 'onboarding-postponed');
  await first.goto(`${server.origin}/ui/quick-setup`);
  await question(first, 'What you can do now').waitFor();
  await profileMenu(first).click();
  await first.getByRole('menuitem', { name: 'Logout' }).click();
  await first.getByRole('heading', { name: 'Sign in' }).waitFor();
  await logIn(first, ann.password);
  await asked(first, 'Welcome to Waybill');
});

// covers: [REPO-06, PKG-09]
test('sample repositories are offered, and what exists is not created again', async () => {
  await first.getByRole('button', { name: 'Ask me later' }).click();
  const samples = first.getByRole('region', { name: 'Sample repositories' });
  const sample = (name: string) => samples.getByRole('checkbox', { name });
  await sample('npm-remote').check();
  await samples.getByRole('button', { name: 'Create 4 repositories' }).click();
  await samples.getByText('Enter the address of the registry').waitFor();
  await look(first, 'onboarding-samples');
  await sample('npm-remote').uncheck();
  await sample('docker-local').uncheck();
  await expect.poll(() => sample('docker-virtual').isChecked()).toBe(false);
  await sample('docker-virtual').check();
  await expect.poll(() => sample('docker-local').isChecked()).toBe(true);
  await samples.getByRole('button', { name: 'Create 3 repositories' }).click();
  await first.getByText('3 repositories were created.').waitFor();
  await samples.getByText('docker-virtual exists already.').waitFor();
  await samples.getByRole('link', { name: 'npm-local' }).click();
  await first.getByText('This folder is empty.').waitFor();
  await first.goBack();
  await samples.getByText('docker-virtual exists already.').waitFor();
  await expect.poll(() => samples.getByRole('checkbox').count()).toBe(1);
  await first.getByRole('button', { name: 'Continue with the questions' }).click();
  await asked(first, 'Welcome to Waybill');
});

// covers: [ONB-01, ONB-02]
test('the keyboard alone leads through the questions, and what is missing is said', async () => {
  await press(first, 'Tab', 'Enter');
  await asked(first, 'What do you use it for?');
  await press(first, 'Enter');
  await first.getByRole('button', { name: 'Next' }).press('Enter');
  await first.getByText('Choose what you use it for.').waitFor();
  await first.getByRole('radio', { name: /Commercial/ }).press(' ');
  await look(first, 'onboarding-purpose');
  await first.getByRole('radio', { name: /Commercial/ }).press('Enter');
  await asked(first, 'Who are you?');
  // each at its field, and the first has the focus
  await first.getByRole('button', { name: 'Next' }).press('Enter');
  await first.getByText('Choose your role.').waitFor();
  await first.getByText('Enter the name of your company.').waitFor();
  await hasFocus(first.getByRole('radio', { name: 'DevOps Engineer' }));
  await look(first, 'onboarding-details-missing');
  await press(first, ' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab');
  await first.keyboard.type('Archivist of crates');
  await press(first, 'Enter');
  await first.getByText('Choose your role.').waitFor({ state: 'detached' });
  await hasFocus(first.getByLabel('Company name'));
  await first.getByText('Enter the name of your company.').waitFor();
  await look(first, 'onboarding-details');
  await first.getByLabel('Company name').press('Tab');
  await first.getByLabel('Company name').focus();
  await first.keyboard.type('Acme Lorries');
  await press(first, 'Enter');
  await asked(first, 'What do you want to do?');
});

// covers: [ONB-01, ONB-04]
test('what was typed is there after a reload, and in no record', async () => {
  await first.reload();
  await question(first, 'What do you want to do?').waitFor();
  await first.getByRole('button', { name: 'Back' }).click();
  await asked(first, 'Who are you?');
  await expect.poll(() => first.getByLabel('Company name').inputValue()).toBe('Acme Lorries');
  await expect.poll(() => first.getByLabel('What do you do?').inputValue()).toBe('Archivist of crates');
  await first.getByLabel('Company name').press('Enter');
  await asked(first, 'What do you want to do?');
  const trace = await first.evaluate(async () => (await fetch('/ui/api/v1/session/trace')).text());
  expect(trace).toContain('"describe"');
  expect(trace).not.toMatch(/Acme|Archivist/);
  // the browser keeps what each step has come to, and nothing that was typed
  const kept = await keptSteps(first);
  expect(kept.purpose).toMatchObject({
    is_completed: true,
    is_valid: true,
    step_data_object: { purpose: 'commercial' },
  });
  expect(kept.details).toMatchObject({
    is_completed: true,
    is_valid: true,
    step_data_object: { role: 'other' },
  });
  expect(JSON.stringify(kept)).not.toMatch(/Acme|Archivist/);
});

// covers: [ONB-02, ONB-03, ONB-04, NAV-20]
test('of two tabs that finish at once one does, both see it, and there is one project', async () => {
  const second = await openTab(context, faults);
  await second.goto(`${server.origin}/ui/quick-setup`);
  await question(second, 'What do you want to do?').waitFor();
  await first.getByRole('button', { name: 'Finish' }).click();
  await first.getByText('Choose at least one feature.').waitFor();
  await first.getByRole('checkbox', { name: 'Container Registry' }).press(' ');
  await first.getByRole('checkbox', { name: /Create a first project/ }).press(' ');
  await expect
    .poll(() => second.getByRole('checkbox', { name: /Create a first project/ }).isChecked())
    .toBe(true);
  await look(first, 'onboarding-features');
  for (const page of [first, second]) await page.getByRole('button', { name: 'Finish' }).focus();
  await Promise.all([first, second].map(page => page.keyboard.press('Enter')));
  // the animation is there in each tab, and ends by itself
  const animation = (tab: Page) => tab.getByText('Your first project was created.');
  await Promise.all([first, second].map(tab => animation(tab).waitFor()));
  await question(first, 'All set').waitFor();
  await question(second, 'All set').waitFor();
  await animation(first).waitFor({ state: 'detached' });
  await look(first, 'onboarding-finished');
  const trace = await first.evaluate(async () => (await fetch('/ui/api/v1/session/trace')).text());
  const made = trace
    .split('\n')
    .filter(line => line.includes('"machine":"onboarding"') && line.includes('"projects.create"'));
  // one record asks, and one is the answer
  expect(made).toHaveLength(2);
  // the recorded scenario passes, and has nothing of what was typed
  writeFileSync(`${server.data}/wizard.jsonl`, trace);
  server.ask('scenario', 'record', `${server.data}/wizard.jsonl`, '-o', `${server.data}/wizard.scn.yaml`);
  expect(server.ask('scenario', 'run', `${server.data}/wizard.scn.yaml`)).toMatch(/1 passed, 0 failed/);
  await first.getByRole('link', { name: 'Projects' }).first().click();
  await first.getByText('Default Project').waitFor();
  expect(await first.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/personalisation/);
  expect(faults).toEqual([]);
});

test('who has answered is not asked again', async () => {
  await first.goto(`${server.origin}/ui/session-activity`);
  // the acts on the page name the user too
  await profileMenu(first).click();
  await first.getByRole('menuitem', { name: 'Logout' }).click();
  await first.getByRole('heading', { name: 'Sign in' }).waitFor();
  await logIn(first, ann.password);
  await profileMenu(first).waitFor();
  await expect.poll(() => new URL(first.url()).pathname).toBe('/ui/packages');
});
