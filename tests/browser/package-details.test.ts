// What a version has beside its files: layers of an image, builds, vulnerabilities. And the list while others publish.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NO_FACTOR, open, whereIs } from './fixture';
import { servePackages } from './packageServer';
import { glance } from './pictures';
import type { Publisher } from './publishing';
import type { Server } from './server';

const SCANNING = `[installation]\nservices = ["xray"]\nlicence = "ENTERPRISE_X"\n${NO_FACTOR}`;

let server: Server;
let page: Page;
let publisher: Publisher;

servePackages(SCANNING, opened => {
  ({ server, page, publisher } = opened);
});

const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

// covers: [PKG-02, PKG-08]
test('an image appears while the list is open, and has its layers and the builds that made it', async () => {
  await publisher.terminal.create('docker-local', 'docker');
  await open(server, page, '/packages', 'Packages');
  await page.getByRole('heading', { name: 'No packages yet' }).waitFor();
  const manifest = await publisher.image('acme/shop', '1.0');
  await card('acme/shop').waitFor();
  await page.getByText('1 package', { exact: true }).waitFor();
  await publisher.image('acme/shop', '1.1');
  await card('acme/shop').getByText('2 versions').waitFor();

  await page.goto(`${server.origin}/ui/packages/docker%3A%2F%2Facme%2Fshop/1.0`);
  await page.getByRole('radio', { name: 'Properties' }).and(page.locator(':checked')).waitFor();
  await page.getByRole('radio', { name: 'Docker layers' }).check();
  const image = page.getByRole('region', { name: 'linux/arm64' });
  await image.getByText('RUN apk add --no-cache curl').waitFor();
  await expect.poll(() => image.getByRole('listitem').count()).toBe(3);
  await expect.poll(() => whereIs(page)).toContain('?tab=docker_layers');
  await glance(page, 'package-layers');

  await page.getByRole('radio', { name: 'Builds' }).check();
  await page.getByText('No build that you can read has published this version.').waitFor();
  await publisher.build('docker://acme/shop', '1.0', manifest);
  await page.reload();
  await page.getByRole('link', { name: 'shop #7' }).waitFor();
  await glance(page, 'package-builds');
  await page.getByRole('link', { name: 'shop #7' }).click();
  await expect.poll(() => whereIs(page)).toBe('/builds/shop/7');
});

test('a version shows what is known of its vulnerabilities, once advisories were imported', async () => {
  await publisher.terminal.create('npm-local', 'npm');
  for (const version of ['1.0.0', '1.2.0']) await publisher.npm({ name: 'till', version });
  await page.goto(`${server.origin}/ui/packages/npm%3A%2F%2Ftill/1.0.0?tab=vulnerabilities`);
  await page.getByRole('region', { name: 'Vulnerabilities' }).getByText('Not Scanned').waitFor();

  publisher.advisory('till', '1.2.0');
  await page.reload();
  const found = page.getByRole('region', { name: 'Vulnerabilities' });
  await found.getByText('CVE-2026-1234').waitFor();
  await found.getByText('till opens by itself').waitFor();
  await found.getByText('Critical').waitFor();
  await glance(page, 'package-vulnerabilities');
  await found.getByRole('link', { name: '1.2.0' }).click();
  // the tab of the version before is chosen already
  await page.getByText('till@1.2.0').waitFor();
  await page.getByRole('radio', { name: 'Vulnerabilities' }).check();
  await page.getByRole('region', { name: 'Vulnerabilities' }).getByText('No known vulnerabilities').waitFor();
});
