// What single pages are made of: their parts, their forms, and what an installation without a service shows.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab, underWay } from './browser';
import { follow, heading, inside, joined, leave, NO_FACTOR, open, whereIs } from './fixture';
import type { Server } from './server';

const faults: string[] = [];
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(
    browser,
    `[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = ["quick_setup", "tested"]\n${NO_FACTOR}`,
    faults,
  ));
  await heading(page, 'Packages').waitFor();
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** The pages by the names that their parts have in the documents. */
const parts = {
  'account-portal-redirect': '/user/my-jfrog-redirect',
  'application-integrations': '/admin/configuration/integrations',
  'general-settings': '/admin/configuration/general',
  webhooks: '/admin/configuration/webhooks',
  'onboarding-page': '/quick-setup',
  packages: '/packages',
  pdn: '/admin/monitoring/pdn',
  proxies: '/admin/proxies/configuration/new',
  'support-zone': '/admin/support-zone',
  'system-routes': '/406/4f3c',
  template: '/template',
  demo: '/demo',
  'distribution-tabs': '/release-bundles/source',
  'pipelines-teaser': '/admin/pipelines-teaser',
  'topology-teaser': '/admin/topology-teaser',
  'security-and-compliance-teaser': '/admin/security-and-compliance-teaser',
};

// covers: [BOOT-01, BOOT-02]
test('each part is a script of its own name, asked for by the first page that needs it', async () => {
  const stranger = await openTab(await browser.newContext(), faults);
  const asked = new Set<string>();
  const elsewhere = new Set<string>();
  const watch = (tab: Page) =>
    tab.on('request', request => {
      const path = new URL(request.url()).pathname;
      if (!/\.(js|css)$/.test(path)) return;
      const name = /^\/ui\/(?:js|css)\/([\w.-]+)-(?:[\w-]{7}\.js|[\w-]{6}\.css)$/.exec(path)?.[1];
      if (name === undefined && !path.startsWith('/ui/frontends/')) elsewhere.add(path);
      asked.add(name ?? path);
    });
  watch(stranger);
  await open(server, stranger, '/login', 'Sign in');
  expect(asked).toContain('login');
  expect(asked).not.toContain('app-layout');
  expect(asked).not.toContain('extra-login');
  await stranger.goto(`${server.origin}/ui/login/otp-login`);
  await expect.poll(() => asked).toContain('extra-login');
  await closeTabs(stranger.context());

  const context = await browser.newContext({ storageState: await page.context().storageState() });
  for (const [part, path] of Object.entries(parts)) {
    const tab = await openTab(context, faults);
    watch(tab);
    asked.clear();
    await tab.goto(`${server.origin}/ui${path}`);
    await tab.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => asked, { message: `${path} needs ${part}` }).toContain(part);
    await expect.poll(() => underWay(tab)).toEqual([]);
    const others = Object.keys(parts).filter(other => other !== part && asked.has(other));
    // the page of release bundles is a front-end's box
    expect(others, `${path} needs nothing of other pages`).toEqual([]);
    await tab.close();
  }
  expect([...elsewhere].filter(path => !/^\/ui\/js\/first-paint-/.test(path))).toEqual([]);
});

// covers: [ROUTE-08]
test('the template counts fifty steps, and undoes and redoes', async () => {
  await open(server, page, '/template', 'Template');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('50 of 50').waitFor();
  await page.getByLabel('Word', { exact: true }).fill('crate');
  await page.getByRole('button', { name: 'Add' }).click();
  const words = page.getByRole('list', { name: 'Words' });
  await words.getByText('crate').waitFor();
  await page.getByText('At change 1 of 1').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('At change 0 of 1').waitFor();
  await words.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo' }).click();
  await words.getByText('crate').waitFor();
  for (const [path, title] of [
    ['/demo', 'Demo'],
    ['/demo/tree', 'Tree'],
    ['/demo/typescript/greeting', 'Greeting'],
    ['/demo/multi-mfe-mounting-container', 'Several front-ends'],
  ] as const)
    await open(server, page, path, title);
});

// covers: [ROUTE-09]
test('the pages that say what is wrong say it in the words of the document', async () => {
  await page.goto(`${server.origin}/ui/authorization`);
  await page.getByText('You are not authorized to view this page').first().waitFor();
  await open(server, page, '/404', 'Page not found');
  await open(server, page, '/406/4f3c', 'Request not accepted');
  await page.getByText('4f3c').first().waitFor();
  const fresh = await openTab(page.context(), faults);
  await fresh.goto(`${server.origin}/ui/500`);
  await heading(fresh, 'Packages').waitFor();
  await follow(fresh, '/500');
  await heading(fresh, 'Something went wrong').waitFor();
  await fresh.close();
});

// covers: [FORM-01]
test('the form of a reverse proxy begins with the usual ports, and folds into one column', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(server, page, '/admin/proxies/configuration/new', 'New proxy');
  const [https, http] = [page.getByLabel('HTTPS port'), page.getByLabel('HTTP port')];
  await expect.poll(() => https.inputValue()).toBe('443');
  await expect.poll(() => http.inputValue()).toBe('80');
  const placed = async () => {
    const [one, other] = await Promise.all([https, http].map(field => field.boundingBox()));
    if (!one || !other) throw new Error('the fields are not there');
    return { across: Math.round(other.x - one.x), gap: Math.round(other.x - one.x - one.width) };
  };
  await expect.poll(async () => (await placed()).gap).toBe(25);
  await page.setViewportSize({ width: 390, height: 900 });
  await expect.poll(async () => (await placed()).across).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

// covers: [FORM-01]
test('the configuration of a reverse proxy names the server where it listens', async () => {
  const { host } = new URL(server.origin);
  await open(server, page, '/admin/proxies/configuration/new', 'New proxy');
  await expect.poll(() => page.getByLabel('Address of this server').inputValue()).toBe(host);
  await page.getByLabel('Server name').fill('waybill.example.org');
  await page.getByRole('button', { name: 'Create configuration' }).click();
  const files = page.getByRole('region', { name: /\.conf$/ });
  await expect.poll(() => files.count()).toBe(2);
  for (const file of await files.allInnerTexts()) {
    expect(file).toContain(host);
    expect(file).not.toContain('8046');
  }
});

const withServices = (licence: string, distribution: string) =>
  inside(
    browser,
    `[installation]\nlicence = "${licence}"\nfeatures = []\nservices = ["xray", "distribution"]
compatible_versions = { artifactory = "7.48.0", distribution = "${distribution}" }\n${NO_FACTOR}`,
    faults,
  );

// covers: [ROUTE-06, NAV-15]
test('new enough services lead old bundles on to their path, and the security teaser to the policies', async () => {
  const here = await withServices('ENTERPRISE_X', '2.16.0');
  await heading(here.page, 'Packages').waitFor();
  await open(here.server, here.page, '/bundles/source/some/bundle?projectKey=shop', 'Release bundles');
  await expect.poll(() => whereIs(here.page)).toBe('/release-bundles/source/some/bundle?projectKey=shop');
  await open(here.server, here.page, '/admin/security-and-compliance-teaser', 'Security policies');
  await expect.poll(() => whereIs(here.page)).toBe('/security_policies');
  await leave(here);
});

test('an older distribution service keeps the old path, and a lesser licence the teaser', async () => {
  const here = await withServices('OSS', '2.15.9');
  await heading(here.page, 'Packages').waitFor();
  await open(here.server, here.page, '/bundles/source/some/bundle', 'Release bundles');
  await expect.poll(() => whereIs(here.page)).toBe('/bundles/source/some/bundle');
  await open(here.server, here.page, '/admin/security-and-compliance-teaser', 'Security and compliance');
  await expect.poll(() => whereIs(here.page)).toBe('/admin/security-and-compliance-teaser');
  await leave(here);
});

test('without the services behind them, old bundles keep their path and the security teaser its page', async () => {
  await page.goto(`${server.origin}/ui/bundles/target`);
  await heading(page, 'Release bundles').waitFor();
  await expect.poll(() => whereIs(page)).toBe('/bundles/target');
  await open(server, page, '/admin/security-and-compliance-teaser', 'Security and compliance');
  await expect.poll(() => whereIs(page)).toBe('/admin/security-and-compliance-teaser');
});

// covers: [ROUTE-08]
test('without the flag the template is not entered', async () => {
  const plain = await inside(browser, `[installation]\nfeatures = []\n${NO_FACTOR}`, faults);
  await heading(plain.page, 'Packages').waitFor();
  for (const path of ['/template', '/demo/tree']) {
    // notifications stay for a while, so each is tried in a tab without any
    const tab = await openTab(plain.page.context(), faults);
    await open(plain.server, tab, '/packages', 'Packages');
    await follow(tab, path);
    await tab.getByText('The requested page was not opened.').waitFor();
    await expect.poll(() => whereIs(tab)).toBe('/packages');
    await tab.close();
  }
  await leave(plain);
});

// covers: [ROUTE-09]
test('a page that is switched off says to an administrator where it is switched on, and to others whom to ask', async () => {
  const plain = await inside(
    browser,
    `[installation]\nfeatures = []\nhidden_routes = ["builds"]\n${NO_FACTOR}`,
    faults,
  );
  for (const path of ['/template', '/builds']) {
    const tab = await openTab(plain.page.context(), faults);
    await open(plain.server, tab, path, 'Not authorized');
    await tab.getByText('You can switch it on in the configuration file, under [installation].').waitFor();
    expect(await tab.getByText(/[Aa]sk an administrator/).count()).toBe(0);
    await tab.close();
  }
  const ben = await joined(browser, plain.server, plain.page, 'ben', faults);
  const tab = await openTab(ben.context(), faults);
  await open(plain.server, tab, '/builds', 'Not authorized');
  await tab.getByText('Ask an administrator to switch it on.').waitFor();
  await closeTabs(ben.context());
  await leave(plain);
});
