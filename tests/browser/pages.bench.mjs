// What a browser loads for the sign-in page and for the first page inside, gzipped: part of `npm run bench`.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { root } from '../../.ci/tools.mjs';

const dist = join(root, 'ui/dist');
const password = 'correct horse battery';

/** The gzipped size of a file of the console, in kB as design 13 counts them. */
function gzipped(path) {
  const twin = join(dist, `${path}.gz`);
  const bytes = existsSync(twin) ? statSync(twin).size : gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;
  return bytes / 1000;
}

function row(what, kilobytes, goal) {
  const share = kilobytes / goal;
  const verdict = share <= 1 ? 'goal' : share <= 2 ? '2x of the goal' : 'MISSED by more than 2x';
  const measured = `${kilobytes.toFixed(1)} kB`.padStart(22);
  console.log(`${what.padEnd(58)} ${measured}  ${`<= ${goal} kB`.padEnd(28)} ${verdict}`);
}

const data = mkdtempSync(join(tmpdir(), 'waybill-pages-'));
const settings = join(data, 'waybill.toml');
writeFileSync(settings, '[installation.access]\nmfa_required = "nobody"\n');
const server = spawn(
  join(root, 'target/release/waybill'),
  ['serve', '--data', join(data, 'data'), '--listen', '127.0.0.1:0', '--config', settings],
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
let said = '';
await new Promise(resolve => {
  server.stdout.on('data', chunk => {
    said += String(chunk);
    if (said.includes('token=') && said.endsWith('\n')) resolve();
  });
});
const link = /http\S+setup\S+/.exec(said)[0];
const origin = new URL(link).origin;
const browser = await chromium.launch({
  ...(process.env.WAYBILL_BROWSER && { executablePath: process.env.WAYBILL_BROWSER }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

/** The files of one kind that a page loads in a browser that has none of them. */
async function loaded(context, url, ready) {
  const page = await context.newPage();
  const files = new Set();
  page.on('request', request => {
    const path = new URL(request.url()).pathname.replace('/ui/', '');
    if (/^(js|css)\//.test(path)) files.add(path);
  });
  const start = Date.now();
  await page.goto(url);
  await page.getByRole('heading', { name: ready, level: 1 }).waitFor();
  const took = Date.now() - start;
  await page.waitForTimeout(1_000);
  await page.close();
  const of = folder => [...files].filter(file => file.startsWith(folder));
  const sum = folder => of(folder).reduce((all, file) => all + gzipped(file), 0);
  return { scripts: sum('js/'), styles: sum('css/'), took };
}

try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('User name', { exact: true }).fill('ann');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const login = await loaded(await browser.newContext(), `${origin}/ui/login`, 'Log in');
  row('sign-in page: script, gzipped', login.scripts, 170);
  row('sign-in page: style, gzipped', login.styles, 20);
  await page.getByLabel('User name', { exact: true }).fill('ann');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  const cookies = await context.cookies();
  const fresh = await browser.newContext();
  await fresh.addCookies(cookies);
  const home = await loaded(fresh, `${origin}/ui/session-activity`, 'Session activity');
  row('first page inside: script, gzipped', home.scripts, 210);
  console.log(`first page load until its heading: sign-in ${login.took} ms, inside ${home.took} ms (no goal yet)`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true });
}
