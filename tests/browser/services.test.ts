import { writeFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, logIn, openBrowser, openTab, profileMenu } from './browser';
import { bobIn, inside, leave } from './fixture';
import { look } from './pictures';
import { Server } from './server';
import { ShownTexts } from './shownTexts';

const REST = 'licence = "ENTERPRISE"\nfeatures = []\n[installation.access]\nmfa_required = "nobody"\n';
const SETTINGS = `[installation]\nservices = ["insight", "mc"]\nmission_controls = 2\n${REST}`;
const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;
let crashes: ShownTexts;

const arrive = (tab: Page, heading: string) =>
  tab.getByRole('heading', { name: heading, level: 1 }).waitFor();
const region = (tab: Page, name: string): Locator => tab.getByRole('region', { name, exact: true });
const rowOf = (tab: Page, service: string): Locator =>
  tab.getByRole('table', { name: 'Services' }).getByRole('row', { name: new RegExp(`(^|\\W)${service}\\b`) });
const open = async (tab: Page) => {
  await tab.goto(`${server.origin}/ui/admin/monitoring/service-status`);
  await arrive(tab, 'Service status');
};
const insight = () => rowOf(page, 'Insight');
const question = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'from the topology?' });
const operate = (action: string, service: string) =>
  region(page, 'For testers')
    .getByRole('button', { name: `${action} ${service}` })
    .first()
    .click();

beforeAll(async () => {
  server = await Server.start(SETTINGS, undefined, ['--qa']);
  browser = await openBrowser();
  page = await openTab(await browser.newContext(), faults);
  crashes = await ShownTexts.of(page, /Crashed\. It restarts in a moment\./);
  await page.goto(server.setupLink);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await arrive(page, 'Sign in');
  await logIn(page, ann.password);
  await profileMenu(page).waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

// covers: [STATUS-01, DET-08]
test('an admin sees every node in one table, and mission controls by their ids', async () => {
  await open(page);
  for (const service of ['Repository service', 'Access', 'Insight', 'Router', 'Metadata'])
    await rowOf(page, service).getByText('Online', { exact: true }).waitFor();
  await page.getByText('2 mission controls, told apart by their service ids.').waitFor();
  await page.getByRole('columnheader', { name: 'Node', exact: true }).waitFor();
  const controls = rowOf(page, 'Mission control');
  const ids = () => controls.getByText(/^jfmc@/).allInnerTexts();
  await expect.poll(async () => new Set(await ids()).size).toBe(2);
  await insight()
    .getByRole('img', { name: /^Online 100 % of the last 3 hours/ })
    .waitFor();
  // every row is in the window without scrolling
  await page.setViewportSize({ width: 1440, height: 900 });
  const rows = page.getByRole('table', { name: 'Services' }).getByRole('row');
  const last = await rows.last().boundingBox();
  expect(await rows.count()).toBeGreaterThanOrEqual(7);
  expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThan(900);
  await page.getByRole('button', { name: 'Router', expanded: false }).click();
  await page.getByRole('rowheader', { name: 'listener' }).waitFor();
  // a service without work in this build does not pretend to have any
  await page.getByRole('button', { name: 'Insight', expanded: false }).click();
  await page.getByText('This version does not include this service yet').first().waitFor();
  await page.getByText('This server is for testing (--qa)').waitFor();
  await look(page, 'service-status');
  await page.setViewportSize({ width: 1440, height: 900 });
});

// covers: [STATUS-01, LOGV-01]
test('a row leads to the log of its service', async () => {
  await page.getByRole('link', { name: 'Log of Insight' }).click();
  await arrive(page, 'System logs');
  await expect.poll(() => page.getByLabel('File', { exact: true }).inputValue()).toMatch(/^insight-/);
  await expect.poll(() => page.getByLabel('Service', { exact: true }).inputValue()).toBe('insight');
  await page.goBack();
  await arrive(page, 'Service status');
  await insight().waitFor();
});

// covers: [STATUS-01]
test('with a licence for one node of each service the page is about services', async () => {
  const settings = SETTINGS.replace('ENTERPRISE', 'COMMERCIAL');
  const { server: other, page: tab } = await inside(browser, settings, faults);
  await tab.goto(`${other.origin}/ui/admin/monitoring/service-status`);
  await arrive(tab, 'Service status');
  await rowOf(tab, 'Insight').getByText('Online', { exact: true }).waitFor();
  await tab.getByText('The services of the platform. What is shown').waitFor();
  expect(await tab.getByRole('columnheader', { name: 'Node', exact: true }).count()).toBe(0);
  await leave({ server: other, page: tab });
});

// covers: [STATUS-01]
test('a heartbeat moves what is shown, and nobody has asked', async () => {
  const summary = page.getByText(/^as of/);
  const before = await summary.innerText();
  await expect.poll(() => summary.innerText()).not.toBe(before);
});

// covers: [STATUS-01, STATUS-02]
test('a service that stops is listed first, stays when it is removed, and comes back when it starts', async () => {
  await insight().getByText('Online', { exact: true }).waitFor();
  const all = Number(/of (\d+) online/.exec(await page.getByText(/of \d+ online/).innerText())?.[1]);
  await operate('Stop', 'Insight');
  await insight().getByText('Offline', { exact: true }).waitFor();
  await insight().getByText('Stopped.').waitFor();
  await insight().getByText('unavailable').first().waitFor();
  await insight()
    .getByText(/^Stopped .* so far$/)
    .waitFor();
  await page.getByText(`${all - 1} of ${all} online`).waitFor();
  const first = page.getByRole('table', { name: 'Services' }).getByRole('row').nth(1);
  await first.getByText('Insight').waitFor();

  const remove = page.getByRole('button', { name: /^Remove Insight on node/ });
  await remove.click();
  await question(page).getByText('It stays in this list as removed').waitFor();
  await look(page, 'service-status-removal');
  await page.setViewportSize({ width: 1440, height: 900 });
  await question(page).getByRole('button', { name: 'Keep' }).click();
  await insight().getByText('Offline', { exact: true }).waitFor();
  await expect.poll(() => remove.evaluate(button => button === document.activeElement)).toBe(true);
  await remove.click();
  await question(page).getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('The node has been removed from the topology.').waitFor();
  await insight()
    .getByText(new RegExp(`^Removed by ${ann.name}, `))
    .waitFor();
  await page.getByText(`${all - 1} of ${all - 1} online · 1 removed`).waitFor();
  await look(page, 'service-status-removed');
  await page.setViewportSize({ width: 1440, height: 900 });

  await operate('Start', 'Insight');
  await insight().getByText('Online', { exact: true }).waitFor();
  await insight()
    .getByText(/^Stopped .*, for /)
    .waitFor();
});

// covers: [STATUS-01]
test('a service that crashes is Offline for a moment and starts again by itself', async () => {
  await operate('Crash', 'Insight');
  // this lasts for two seconds only
  await crashes.waitFor('Crashed. It restarts in a moment.');
  await insight().getByText('Online', { exact: true }).waitFor();
  await insight()
    .getByText(/^Crashed /)
    .waitFor();
  const opener = insight().getByRole('button', { name: 'Insight' });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  await page.getByText('One since the server started', { exact: true }).waitFor();
});

// covers: [STATUS-02, EVT-06]
test('a service that the configuration has dropped stays known after a kill, until it is removed', async () => {
  await server.kill('SIGKILL');
  writeFileSync(server.config, `[installation]\nservices = ["mc"]\nmission_controls = 2\n${REST}`);
  await server.run();
  await open(page);
  await insight().getByText('Known from before, but without a heartbeat since the server started.').waitFor();
  await insight().getByText('N/A').waitFor();
  await insight().getByText('Not observed').waitFor();
  const other = await openTab(page.context(), faults);
  await open(other);
  await other.getByRole('button', { name: /^Remove Insight on node/ }).click();
  await question(other).getByRole('button', { name: 'Remove it' }).waitFor();
  await page.getByRole('button', { name: /^Remove Insight on node/ }).click();
  await question(page).getByRole('button', { name: 'Remove it' }).click();
  await insight().getByText('Removed', { exact: true }).waitFor();
  // the question of the other tab stays where it can be answered, and the answer is that it is too late
  await question(other).getByRole('button', { name: 'Remove it' }).click();
  await other.getByText('This node has already been removed.').waitFor();
  await rowOf(other, 'Insight').getByText('Removed', { exact: true }).waitFor();
  await other.close();
});

// covers: [STATUS-01, STATUS-02]
test('whoever is no admin is turned away, by the page and by every call', async () => {
  const bob = await bobIn(browser, server, faults);
  await bob.goto(`${server.origin}/ui/admin/monitoring/service-status`);
  await profileMenu(bob, 'bob').waitFor();
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
