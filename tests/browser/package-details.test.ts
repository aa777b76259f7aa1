// What a version has beside its files: layers of an image, builds, vulnerabilities. And the list while others publish.
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser } from './browser';
import { inside, NO_FACTOR, open, whereIs } from './fixture';
import { glance } from './pictures';
import type { Server } from './server';
import { Home, Terminal } from './terminal';

const SCANNING = `[installation]\nservices = ["xray"]\nlicence = "ENTERPRISE_X"\n${NO_FACTOR}`;
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let terminal: Terminal;
const home = new Home();

beforeAll(async () => {
  browser = await openBrowser();
  ({ server, page } = await inside(browser, SCANNING, faults));
  terminal = new Terminal(server);
});

afterAll(async () => {
  home.remove();
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

async function send(method: string, path: string, body: string, type: string): Promise<void> {
  const headers = { authorization: terminal.authorization, 'content-type': type };
  const answer = await fetch(`${server.origin}${path}`, { method, headers, body });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
}

/** Sends a blob of an image, and returns what a manifest says of it. */
async function push(content: string): Promise<object> {
  const digest = `sha256:${sha256(content)}`;
  const path = `/v2/docker-local/acme/shop/blobs/uploads/?digest=${digest}`;
  await send('POST', path, content, 'application/octet-stream');
  return { mediaType: 'application/octet-stream', digest, size: content.length };
}

/** Pushes an image, and returns its manifest. */
async function pushImage(tag: string): Promise<string> {
  const layers = [await push('the base'), await push(`the top of ${tag}`)];
  const config = await push(
    JSON.stringify({
      ...{ os: 'linux', architecture: 'arm64' },
      history: [
        { created_by: '/bin/sh -c #(nop) ADD file:1 in / ' },
        { created_by: 'ENV GREETING=hello', empty_layer: true },
        { created_by: 'RUN /bin/sh -c apk add --no-cache curl # buildkit' },
      ],
    }),
  );
  const manifest = JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, config, layers });
  await send('PUT', `/v2/docker-local/acme/shop/manifests/${tag}`, manifest, MANIFEST);
  return manifest;
}

/** The path of the manifest of the image `1.0`. */
async function leadFile(): Promise<string> {
  const filter = '{packageId: "docker://acme/shop", name: "1.0"}';
  const query = `{ versions(filter: ${filter}) { edges { node { repos { leadFilePath } } } } }`;
  const answer = await fetch(`${server.origin}/metadata/api/v1/query`, {
    method: 'POST',
    headers: { authorization: terminal.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await answer.json()).data.versions.edges[0].node.repos[0].leadFilePath;
}

const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

// covers: [PKG-02]
test('an image appears while the list is open, and has its layers and the builds that made it', async () => {
  await terminal.create('docker-local', 'docker');
  await open(server, page, '/packages', 'Packages');
  await page.getByRole('heading', { name: 'No packages yet' }).waitFor();
  const manifest = await pushImage('1.0');
  await card('acme/shop').waitFor();
  await page.getByText('1 package', { exact: true }).waitFor();
  await pushImage('1.1');
  await card('acme/shop').getByText('2 versions').waitFor();

  await page.goto(`${server.origin}/ui/packages/docker%3A%2F%2Facme%2Fshop/1.0`);
  await page.getByRole('radio', { name: 'Properties' }).and(page.locator(':checked')).waitFor();
  await page.getByRole('radio', { name: 'Docker layers' }).check();
  const image = page.getByRole('region', { name: 'linux/arm64' });
  await image.getByText('RUN apk add --no-cache curl').waitFor();
  expect(await image.getByRole('listitem').count()).toBe(3);
  expect(whereIs(page)).toContain('?tab=docker_layers');
  await glance(page, 'package-layers');

  await page.getByRole('radio', { name: 'Builds' }).check();
  await page.getByText('No build that you can read has published this version.').waitFor();
  const file = await leadFile();
  const properties = 'properties=build.name=shop;build.number=7';
  await send('PUT', `/artifactory/api/storage/docker-local/${file}?${properties}`, '', 'text/plain');
  const artifacts = [{ name: 'manifest.json', sha256: sha256(manifest) }];
  await terminal.put(
    'api/build',
    JSON.stringify({
      ...{ name: 'shop', number: '7', started: '2026-01-31T12:00:00.000+0000' },
      ...{ agent: { name: 'Jenkins', version: '2.440' }, modules: [{ id: 'shop:7', artifacts }] },
    }),
    'application/json',
  );
  await page.reload();
  await page.getByRole('link', { name: 'shop #7' }).waitFor();
  await glance(page, 'package-builds');
  await page.getByRole('link', { name: 'shop #7' }).click();
  await expect.poll(() => whereIs(page)).toBe('/builds/shop/7');
});

test('a version shows what is known of its vulnerabilities, once advisories were imported', async () => {
  await terminal.create('npm-local', 'npm');
  for (const version of ['1.0.0', '1.2.0']) {
    const registry = `${server.origin}/artifactory/api/npm/npm-local/`;
    home.write(version, 'package.json', JSON.stringify({ name: 'till', version }));
    const token = Buffer.from(terminal.authorization.slice('Basic '.length), 'base64').toString().slice(2);
    home.write(
      version,
      '.npmrc',
      `registry=${registry}\n${registry.slice('http:'.length)}:_authToken=${token}\n`,
    );
    await home.enter(version, 'npm publish');
  }
  await page.goto(`${server.origin}/ui/packages/npm%3A%2F%2Ftill/1.0.0?tab=vulnerabilities`);
  await page.getByRole('region', { name: 'Vulnerabilities' }).getByText('Not Scanned').waitFor();

  home.write(
    'osv',
    'one.json',
    JSON.stringify({
      ...{ schema_version: '1.6.0', id: 'GHSA-aaaa-bbbb-cccc', modified: '2026-01-02T00:00:00Z' },
      ...{ summary: 'till opens by itself', aliases: ['CVE-2026-1234'] },
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        {
          package: { ecosystem: 'npm', name: 'till' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
        },
      ],
    }),
  );
  server.ask('advisories', 'import', `${home.path}/osv/one.json`, '--data', server.data);
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
