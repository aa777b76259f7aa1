// The pages with most on them in the other languages: longer words, other scripts, and one that is read from the right.
import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab } from '../browser';
import { heading, inside, leave, NO_FACTOR } from '../fixture';
import { inspect, looksOf, wear } from '../pictures';
import { SLOWNESS } from '../slowness';

const PAGES: Record<string, string> = {
  packages: '/packages',
  activity: '/session-activity',
  users: '/admin/management/users',
  advanced: '/admin/artifactory/list',
  licences: '/admin/license_management/licenses',
  general: '/admin/configuration/general',
  logs: '/admin/monitoring/system_logs',
  status: '/admin/monitoring/service-status',
  'support-zone': '/admin/support-zone',
  'release-bundles': '/release-bundles/target',
  profile: '/user_profile',
  proxy: '/admin/proxies/configuration/new',
  'quick-setup': '/quick-setup',
  'not-found': '/no-such-page',
};
const faults: string[] = [];

/** The languages that the sign-in page offers, but English. */
async function languagesOf(browser: Browser, origin: string): Promise<string[]> {
  const page = await openTab(await browser.newContext(), faults);
  await page.goto(`${origin}/ui/login`);
  const options = page.getByRole('combobox', { name: 'Language' }).getByRole('option');
  await options.first().waitFor({ state: 'attached' });
  const names = await options.evaluateAll(all => all.map(each => (each as HTMLOptionElement).value));
  await closeTabs(page.context());
  return names.filter(name => name !== 'en');
}

test('pages in every language are without flaws', { timeout: 900_000 * SLOWNESS }, async () => {
  const browser: Browser = await openBrowser();
  const here = await inside(
    browser,
    `[installation]\nlicence = "ENTERPRISE_PLUS"\nfeatures = []\n${NO_FACTOR}`,
    faults,
  );
  await heading(here.page, 'Packages').waitFor();
  const found: string[] = [];
  let turn = 0;
  const languages = await languagesOf(browser, here.server.origin);
  expect(languages.length).toBeGreaterThan(3);
  for (const language of languages) {
    const context = await browser.newContext({ storageState: await here.page.context().storageState() });
    await context.addInitScript(name => localStorage.setItem('waybill.language', name), language);
    const page = await openTab(context, faults);
    for (const [name, path] of Object.entries({ ...PAGES, login: '/login' })) {
      if (name === 'login') await context.clearCookies();
      const worn = looksOf(turn);
      for (const look of worn.slice(0, 1)) await wear(page, look);
      await page.goto(`${here.server.origin}/ui${path}`);
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      for (const look of worn) found.push(...(await inspect(page, `${language}/${name}`, look)));
      turn += 1;
    }
    await closeTabs(context);
  }
  await leave(here);
  await browser.close();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});
