// The console below a base path, behind nginx as docs/proxies/below-a-path configures it.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ann, closeTabs, logIn, openBrowser, openTab, profileMenu } from './browser';
import { heading, NO_FACTOR } from './fixture';
import { Server } from './server';
import { PATIENCE_MS } from './slowness';

const EXAMPLE = fileURLToPath(new URL('../../docs/proxies/below-a-path/nginx.conf', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'waybill-base-path-'));
let nginx: ChildProcess | null = null;
let server: Server;
let origin = '';

const isInstalled = spawnSync('nginx', ['-v']).status === 0;

/** Another server at the root of the same origin, to which the console must send nothing. */
const NEIGHBOUR = 'location / { return 204; }';

function startNginx(port: number, upstream: string): ChildProcess {
  const file = (name: string) => join(place, name);
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const certificate = ['-subj', '/CN=waybill', '-keyout', file('key.pem'), '-out', file('certificate.pem')];
  execFileSync('openssl', [...make, ...certificate], { stdio: 'ignore' });
  const site = readFileSync(EXAMPLE, 'utf8')
    .replace('443 ssl', `${port} ssl`)
    .replace('127.0.0.1:8046', upstream)
    .replace('/etc/ssl/waybill.pem', file('certificate.pem'))
    .replace('/etc/ssl/waybill.key', file('key.pem'))
    .replace('location /waybill/ {', `${NEIGHBOUR}\n    location /waybill/ {`);
  writeFileSync(file('site.conf'), site);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of folders) mkdirSync(file(name), { recursive: true });
  const paths = folders.map(name => `${name}_temp_path ${file(name)};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `daemon off; ${user} pid ${file('pid')}; error_log ${file('error.log')};`;
  writeFileSync(
    file('nginx.conf'),
    `${main}\nevents {}\nhttp { access_log ${file('access.log')}; ${paths} include ${file('site.conf')}; }\n`,
  );
  return spawn('nginx', ['-c', file('nginx.conf'), '-p', place], { stdio: 'ignore' });
}

/**
 * What makes Chromium trust a certificate by its key. With its errors ignored instead, each connection is begun twice,
 * and now and then a request ends as ERR_TOO_MANY_RETRIES.
 */
function hashOfKey(certificate: string): string {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

beforeAll(async () => {
  if (!isInstalled) return;
  const port = await Server.freePort();
  origin = `https://127.0.0.1:${port}`;
  const proxied = `public_url = "${origin}/waybill"\ntrusted_proxies = ["127.0.0.1"]\n`;
  server = await Server.start(`${proxied}${NO_FACTOR}`);
  nginx = startNginx(port, new URL(server.origin).host);
  await vi.waitUntil(() => listens(port), PATIENCE_MS);
});

afterAll(async () => {
  if (nginx) {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    await server.end();
  }
  rmSync(place, { recursive: true, force: true });
});

test.skipIf(!isInstalled)(
  'a user sets up, signs in and works below the base path, and nothing is requested outside it',
  async () => {
    const faults: string[] = [];
    const browser = await openBrowser([hashOfKey(join(place, 'certificate.pem'))]);
    const context = await browser.newContext();
    const page = await openTab(context, faults);
    const outside: string[] = [];
    const missing: string[] = [];
    const sockets: string[] = [];
    context.on('request', request => {
      if (!request.url().startsWith(`${origin}/waybill/`)) outside.push(request.url());
    });
    context.on('response', response => {
      if (response.status() === 404) missing.push(response.url());
    });
    page.on('websocket', socket => sockets.push(new URL(socket.url()).pathname));

    await page.goto(server.setupLink);
    expect(page.url()).toBe(`${origin}/waybill/ui/setup`);
    await page.getByLabel('User name', { exact: true }).fill(ann.name);
    await page.getByLabel('Password', { exact: true }).fill(ann.password);
    await page.getByLabel('Password again', { exact: true }).fill(ann.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await heading(page, 'Sign in').waitFor();
    await logIn(page, ann.password);
    await profileMenu(page).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/waybill\/ui\//);
    const cookies = await context.cookies();
    expect(
      cookies.map(({ name, path, secure }) => [name.replace(/_[^_]*$/, ''), path, secure]).sort(),
    ).toEqual([
      ['__Secure-waybill', '/waybill', true],
      ['__Secure-waybill_device', '/waybill', true],
    ]);

    // a deep address of its own, with all its files, a front-end's script and live records
    await page.goto(`${origin}/waybill/ui/insight`);
    await page.getByRole('heading', { name: 'Steps by machine' }).waitFor();
    const activity = page.getByRole('link', { name: 'Session activity' }).last();
    expect(await activity.getAttribute('href')).toBe('/waybill/ui/session-activity');
    await activity.click();
    await heading(page, 'Session activity').waitFor();
    expect(page.url()).toMatch(/\/waybill\/ui\/session-activity/);
    expect(new Set(sockets)).toEqual(new Set(['/waybill/ui/api/v1/socket']));
    const file = page.getByRole('link', { name: /Download/ }).first();
    expect(await file.getAttribute('href')).toBe('/waybill/ui/api/v1/session/trace');
    const moved = await page.evaluate(async () => (await fetch('/waybill/')).url);
    expect(moved).toBe(`${origin}/waybill/ui/`);

    // a link for a new device leads another browser back here
    await page.goto(`${origin}/waybill/ui/user_profile`);
    await page.getByRole('button', { name: 'Create a link for a new device' }).click();
    const link = await page.getByText(`${origin}/waybill/ui/login#device=`).innerText();
    const other = await browser.newContext();
    const phone = await openTab(other, faults);
    await phone.goto(link);
    await heading(phone, 'Sign in').waitFor();
    expect(phone.url()).toBe(`${origin}/waybill/ui/login`);
    await logIn(phone, ann.password);
    await profileMenu(phone).waitFor();

    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await heading(page, 'Sign in').waitFor();
    expect({ outside, missing, faults }).toEqual({ outside: [], missing: [], faults: [] });
    await closeTabs(context);
    await closeTabs(other);
    await browser.close();
  },
);
