// Takes the pictures of the gallery from a build of the console: `node .ci/gallery-pictures.mjs FOLDER`, with
// WAYBILL_BIN set to the binary where that is not the debug build of this folder. The pages are found by what both
// builds call them, so that the same walk serves an earlier one.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { binaryOf } from './tools.mjs';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder for the pictures.');
mkdirSync(folder, { recursive: true });

const binary = process.env.WAYBILL_BIN ?? binaryOf('debug');
const place = mkdtempSync(join(tmpdir(), 'waybill-gallery-'));
const dataFolder = join(place, 'data');
const password = 'correct horse battery';
const SETTINGS = `[installation]
licence = "ENTERPRISE_PLUS"
server_name = "example"
features = []
services = ["xray", "distribution", "mc", "insight", "tracker"]
[installation.access]
mfa_required = "nobody"
`;

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The server, and the link for its first administrator. */
let server;
let origin = '';
let setupLink = '';

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

async function start(port) {
  const config = join(place, 'waybill.toml');
  writeFileSync(config, SETTINGS);
  const listen = `127.0.0.1:${port}`;
  server = spawn(binary, ['serve', '--data', dataFolder, '--listen', listen, '--config', config], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  origin = `http://${listen}`;
  let output = '';
  /** @type {Promise<void>} */
  const ready = new Promise(resolve => {
    server.stdout.on('data', chunk => {
      output += String(chunk);
      const link = /http\S+setup\?token=\S+(?=\s)/.exec(output)?.[0];
      setupLink = link?.replace('//localhost:', '//127.0.0.1:') ?? setupLink;
      if (/is ready at|listens at/.test(output) && setupLink) resolve();
    });
  });
  await ready;
}

async function stop() {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

const ask = (...args) => execFileSync(binary, [...args, '--data', dataFolder], { encoding: 'utf8' });

/** Other users and a release bundle, which an earlier build makes while the server is stopped. */
function fill() {
  for (const name of ['maria', 'bob', 'chen', 'amara']) ask('user', 'add', name);
  const files = ['app.js', 'app.css', 'index.html'].map(name => join(place, name));
  for (const file of files) writeFileSync(file, `${file}\n`.repeat(400));
  for (const version of ['1.0.0', '1.1.0'])
    ask('release-bundle', 'import', 'shop', version, ...files, '--base', place);
}

const browser = await chromium.launch({
  ...(process.env.WAYBILL_BROWSER && { executablePath: process.env.WAYBILL_BROWSER }),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

/** Takes a picture of what a window of this size shows. */
async function take(page, name, size = desktop, colorScheme = 'light') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desktop);
}

async function open(page, path) {
  await page.goto(`${origin}/ui${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function signIn(page, user) {
  await page.getByLabel('User name', { exact: true }).fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Sign|Log) in$/ }).click();
}

/** The page of signing in as long as no script has arrived. */
async function firstSight() {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  // held, they would keep an earlier build from painting anything, and the browser from taking a picture
  await page.route(/\/js\/(?!first-paint)[^/]+\.js$/, route => route.abort());
  await page.goto(`${origin}/ui/login`, { waitUntil: 'commit' });
  await take(page, 'first-sight');
  await page.context().close();
}

/** Creates the first administrator, and takes a picture of the page when it is loaded again on the way. */
async function setUp(page) {
  await page.goto(setupLink);
  const user = page.getByLabel('User name', { exact: true });
  await user.fill('ann');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, 'set-up');
  await page.goto(setupLink);
  await user.fill('ann');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: /^(Sign|Log) in$/ }).waitFor();
}

async function supportBundle(page) {
  const made = await page.request.post(`${origin}/ui/api/v1/ui/userSupport/generateBundle`, {
    headers: { origin },
    data: { name: 'slow uploads', service: 'artifactory', parameters: { thread_dump: { count: 1 } } },
  });
  if (!made.ok()) throw new Error(await made.text());
  await open(page, '/admin/support-zone');
  await page.getByText('success').first().waitFor();
  await page.getByText('slow uploads', { exact: true }).first().click();
  await page.getByText('threads/').first().waitFor();
  await take(page, 'support-bundle');
  await page.keyboard.press('Escape');
}

try {
  const port = await freePort();
  await start(port);
  const page = await (await browser.newContext()).newPage();
  await setUp(page);
  await stop();
  fill();
  await start(port);
  await firstSight();
  await open(page, '/login');
  await take(page, 'sign-in');
  await signIn(page, 'ann');
  await page.waitForURL(url => !url.pathname.startsWith('/ui/login'));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await open(page, '/packages');
  await take(page, 'home');
  await open(page, '/admin/monitoring/service-status');
  await page.getByText('Online').first().waitFor();
  await take(page, 'service-status');
  await take(page, 'service-status-phone', phone);
  await take(page, 'service-status-dark', desktop, 'dark');
  await open(page, '/admin/monitoring/system_logs');
  await page.getByRole('searchbox').first().fill('service');
  await page.waitForTimeout(1_500);
  await take(page, 'system-logs');
  await take(page, 'system-logs-phone', phone);
  await take(page, 'system-logs-dark', desktop, 'dark');
  await supportBundle(page);
  await open(page, '/release-bundles/source');
  await page.getByRole('grid').getByText('1.1.0').first().click();
  await page.getByText('index.html').first().waitFor();
  await take(page, 'release-bundle');
  await page.keyboard.press('Escape');
  await open(page, '/admin/management/users');
  await page.getByText('maria').first().waitFor();
  await take(page, 'users');
  await open(page, '/user_profile');
  await take(page, 'profile');
  await open(page, '/session-activity');
  await take(page, 'session-activity');
  await take(page, 'session-activity-phone', phone);
  await take(page, 'session-activity-dark', desktop, 'dark');
} finally {
  await browser.close();
  await stop();
  rmSync(place, { recursive: true, force: true });
}
