import { writeFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab } from './browser';
import { bobIn } from './fixture';
import { HeldMessages } from './heldMessages';
import { look } from './pictures';
import { Server } from './server';

const REST = 'licence = "ENTERPRISE"\nfeatures = []\n[installation.access]\nmfa_required = "nobody"\n';
const SETTINGS = `[installation]\nservices = ["insight", "mc"]\nmission_controls = 2\n${REST}`;
const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;
let heldMessages: HeldMessages;

const arrive = (tab: Page, heading: string) =>
  tab.getByRole('heading', { name: heading, level: 1 }).waitFor();
const region = (tab: Page, name: string): Locator => tab.getByRole('region', { name, exact: true });
const open = async (tab: Page) => {
  await tab.goto(`${server.origin}/ui/admin/monitoring/service-status`);
  await arrive(tab, 'Service status');
};
const insight = () => region(page, 'Insight').getByRole('article', { name: 'Insight' });
const operate = (action: string, service: string) =>
  region(page, 'For testers')
    .getByRole('button', { name: `${action} ${service}` })
    .first()
    .click();

beforeAll(async () => {
  server = await Server.start(SETTINGS, undefined, ['--qa']);
  browser = await openBrowser();
  page = await openTab(await browser.newContext(), faults);
  heldMessages = await HeldMessages.of(page);
  await page.goto(server.setupLink);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await arrive(page, 'Sign in');
  await logIn(page, ann.password);
  await page.getByRole('button', { name: ann.name }).waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [STATUS-01, DET-08]
test('an admin sees the services by type, each with its node, and mission controls by their ids', async () => {
  await open(page);
  for (const type of ['Repository', 'Mission control', 'Insight', 'Others'])
    await region(page, type).getByRole('article').first().getByText('Online', { exact: true }).waitFor();
  const controls = region(page, 'Mission control');
  await controls.getByText('2 mission controls, told apart by their service ids.').waitFor();
  const ids = await controls.getByText(/^jfmc@/).allInnerTexts();
  expect(new Set(ids).size).toBe(2);
  const router = region(page, 'Others').getByRole('article', { name: 'Router' });
  await router.getByRole('rowheader', { name: 'listener' }).waitFor();
  // a service without work in this build does not pretend to have any
  await insight().getByText('This build has no work of this service yet').waitFor();
  await page.getByText('This server is for testing (--qa)').waitFor();
  await look(page, 'service-status');
  await page.setViewportSize({ width: 1440, height: 900 });
});

// covers: [STATUS-01]
test('a heartbeat moves what is shown, and nobody has asked', async () => {
  const summary = page.getByText(/^as of/);
  const before = await summary.innerText();
  await expect.poll(() => summary.innerText()).not.toBe(before);
});

// covers: [STATUS-01, STATUS-02]
test('a service that stops goes Offline, is removed once it is confirmed, and comes back when it starts', async () => {
  await insight().getByText('Online', { exact: true }).waitFor();
  await operate('Stop', 'Insight');
  await insight().getByText('Offline', { exact: true }).waitFor();
  await insight().getByText('It was stopped.').waitFor();
  await insight().getByText('unavailable').first().waitFor();
  await page.getByText('one Offline').waitFor();

  await insight().getByRole('button', { name: 'Remove this node' }).click();
  const question = insight().getByRole('alert');
  await question.getByText('if it beats again, it comes back').waitFor();
  await look(page, 'service-status-removal');
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await insight().getByText('Offline', { exact: true }).waitFor();
  await insight().getByRole('button', { name: 'Remove this node' }).click();
  await question.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('The node is removed from the topology.').waitFor();
  await insight().waitFor({ state: 'detached' });

  await operate('Start', 'Insight');
  await insight().getByText('Online', { exact: true }).waitFor();
});

// covers: [STATUS-01]
test('a service that crashes is Offline for a moment and starts again by itself', async () => {
  // this lasts for two seconds only
  heldMessages.upTo(/"run":"crashed"/);
  await operate('Crash', 'Insight');
  await insight().getByText('It crashed and starts again in a moment.').waitFor();
  heldMessages.upTo(null);
  await insight().getByText('Online', { exact: true }).waitFor();
  await insight().getByText('One since the server started').waitFor();
});

// covers: [STATUS-02, EVT-06]
test('a service that the configuration has dropped stays known after a kill, until somebody removes it', async () => {
  await server.kill('SIGKILL');
  writeFileSync(server.config, `[installation]\nservices = ["mc"]\nmission_controls = 2\n${REST}`);
  await server.run();
  await open(page);
  await insight().getByText('It was here before, and has not beaten since the server started.').waitFor();
  await insight().getByText('N/A').waitFor();
  const other = await openTab(page.context(), faults);
  await open(other);
  const theirs = region(other, 'Insight').getByRole('article', { name: 'Insight' });
  await theirs.getByRole('button', { name: 'Remove this node' }).click();
  await other.getByRole('button', { name: 'Remove it' }).waitFor();
  await insight().getByRole('button', { name: 'Remove this node' }).click();
  await insight().getByRole('button', { name: 'Remove it' }).click();
  await insight().waitFor({ state: 'detached' });
  // the question of the other tab stays where it can be answered, and the answer is that it is too late
  await other.getByRole('button', { name: 'Remove it' }).click();
  await other.getByText('This node has been removed already.').waitFor();
  await region(other, 'Insight').waitFor({ state: 'detached' });
  await other.close();
});

// covers: [STATUS-01, STATUS-02]
test('whoever is no admin is turned away, by the page and by every call', async () => {
  const bob = await bobIn(browser, server, faults);
  await bob.goto(`${server.origin}/ui/admin/monitoring/service-status`);
  await bob.getByRole('button', { name: 'bob' }).waitFor();
  await expect.poll(() => new URL(bob.url()).pathname).not.toContain('service-status');
  const answers = await bob.evaluate(async () => {
    const calls: [string, string][] = [
      ['GET', '/ui/api/v1/system/status'],
      ['GET', '/ui/api/v1/system/status/ha'],
      ['GET', '/ui/api/v1/system/status/nodes'],
      ['GET', '/router/api/v1/topology/health'],
      ['GET', '/artifactory/api/system/status'],
      ['GET', '/ui/api/v1/system/ismicroserviceenabled/mc'],
      ['GET', '/ui/api/v1/qa/services'],
      ['DELETE', '/access/api/v1/topology/jfin@1/n1'],
      ['DELETE', '/ui/api/v1/access/api/v1/topology/jfin@1/n1'],
    ];
    return Promise.all(calls.map(([method, path]) => fetch(path, { method }).then(answer => answer.status)));
  });
  expect(answers).toEqual(answers.map(() => 403));
  expect(faults).toEqual([]);
});
