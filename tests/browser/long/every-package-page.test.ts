// Every page of packages with something on it, in three languages. `npm test` gives each page one look in turn;
// `npm run screenshots` gives each all four, and photographs them.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeTabs, openTab } from '../browser';
import { call, NO_FACTOR } from '../fixture';
import { servePackages } from '../packageServer';
import { inspect, looksOf, wear } from '../pictures';
import type { Server } from '../server';
import { SLOWNESS } from '../slowness';

const SETTINGS = `[installation]\nservices = ["xray"]\nlicence = "ENTERPRISE_X"\n${NO_FACTOR}`;
/** English, a language of long words, and one that is read from the right. */
const LANGUAGES = ['en', 'de', 'ar'] as const;

const SHOP = '/packages/npm%3A%2F%2F%40acme%2Fshop';
const IMAGE = '/packages/docker%3A%2F%2Facme%2Ftill';
/** What each address shows: a text that is the same in all languages, or none where nothing is found. */
const PAGES: Record<string, readonly [path: string, shows: string]> = {
  list: ['/packages', '@acme/shop'],
  'list-narrowed': ['/packages?pkg=npm&licenses=MIT&severities=critical', 'MIT'],
  'list-without-results': ['/packages?name=nothing-has-this-name', ''],
  package: [SHOP, '1.10.0'],
  'package-image': [IMAGE, '1.0'],
  readme: [`${SHOP}/1.10.0`, 'What it sells'],
  properties: [`${SHOP}/1.10.0?tab=properties`, '1.10.0'],
  files: [`${SHOP}/1.10.0?tab=files`, 'shop-1.10.0.tgz'],
  dependencies: [`${SHOP}/1.10.0?tab=dependencies`, 'till'],
  vulnerabilities: [`${SHOP}/1.9.0?tab=vulnerabilities`, 'CVE-2026-1234'],
  compare: [`${SHOP}/1.10.0?tab=compare`, '1.9.0'],
  layers: [`${IMAGE}/1.0?tab=docker_layers`, 'linux/arm64'],
  builds: [`${IMAGE}/1.0?tab=builds`, 'shop #7'],
  'search-of-versions': ['/scanningSearchResults?query=cve%3ACVE-2026-1234', '1.9.0'],
  archive: ['/artifactoryRetention/search', '0.9.0'],
  'search-of-pipelines': ['/pipelinesSearchResults', 'Jenkins 2.440'],
  'search-of-artifacts': ['/artifactSearchResults?query=name%3Ashop*', 'shop-1.10.0.tgz'],
};

const README = `# What it sells

Things of *every* kind, as <kbd>things</kbd>.

| thing | price |
|---|--:|
| pen | 1.20 |

\`\`\`js
import { sell } from '@acme/shop';
\`\`\`

![a picture that is not loaded](https://pictures.test/shop.png)
`;

let browser: Browser;
let server: Server;
let page: Page;
let faults: string[];

servePackages(SETTINGS, async opened => {
  ({ browser, server, page, faults } = opened);
  const { publisher } = opened;
  await publisher.terminal.create('npm-local', 'npm');
  await publisher.terminal.create('docker-local', 'docker');
  const about = { description: 'Sells things of every kind', license: 'MIT', keywords: ['till', 'shop'] };
  await publisher.npm({ name: 'till', version: '0.9.0' });
  await call(server, page, 'archive/versions', { repository: 'npm-local', path: 'till/-/till-0.9.0.tgz' });
  await publisher.npm({ name: 'till', version: '1.0.0', license: 'Apache-2.0 OR MIT' });
  await publisher.npm({ name: '@acme/shop', version: '1.9.0', ...about }, README);
  const dependencies = { till: '^1.0.0', absent: '*' };
  await publisher.npm({ name: '@acme/shop', version: '1.10.0', ...about, dependencies }, README);
  const manifest = await publisher.image('acme/till', '1.0');
  publisher.advisory('@acme/shop', '1.10.0');
  await publisher.build('docker://acme/till', '1.0', manifest);
});

/** A new window of the administrator, in a language. */
async function windowIn(language: string): Promise<BrowserContext> {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  await context.addInitScript(name => localStorage.setItem('waybill.language', name), language);
  return context;
}

test.each(LANGUAGES)(
  'the pages of packages are without flaws: %s',
  {
    timeout: 600_000 * SLOWNESS,
  },
  async language => {
    const context = await windowIn(language);
    const tab = await openTab(context, faults);
    const found: string[] = [];
    for (const [turn, [name, [path, shows]]] of Object.entries(PAGES).entries()) {
      const worn = looksOf(turn + LANGUAGES.indexOf(language));
      for (const look of worn.slice(0, 1)) await wear(tab, look);
      await tab.goto(`${server.origin}/ui${path}`);
      await tab.locator(`html[lang=${language}]`).waitFor();
      const main = tab.getByRole('main');
      await (shows ? main.getByText(shows) : main.getByRole('heading', { level: 2 }))
        .first()
        .waitFor({ state: 'attached' });
      for (const look of worn) found.push(...(await inspect(tab, `packages/${language}/${name}`, look)));
    }
    await closeTabs(context);
    expect(found).toEqual([]);
  },
);
