// A server of the release build and a browser, for benchmarks, and their rows.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from '../../.ci/tools.mjs';

const PASSWORD = 'correct horse battery';
const waybill = process.env.WAYBILL_BIN ?? join(root, 'target/release/waybill');

/** A free port. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

/** Shows what was measured, beside its goal. */
export function row(what, value, goal, unit = 'kB', digits = 1) {
  const share = value / goal;
  const verdict = share <= 1 ? 'goal' : share <= 2 ? '2x of the goal' : 'MISSED by more than 2x';
  const measured = `${value.toFixed(digits)} ${unit}`.padStart(22);
  console.log(`${what.padEnd(58)} ${measured}  ${`<= ${goal} ${unit}`.padEnd(28)} ${verdict}`);
}

/** A server with a data directory of its own, which demands no second factor. */
export class BenchServer {
  #data = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  #process;
  #link = '';

  /** Starts a server on a port; browsers reach it at another address perhaps. */
  static async start(port, publicUrl = `http://127.0.0.1:${port}`) {
    const server = new BenchServer(port, publicUrl);
    server.#link = await server.#setupLink();
    return server;
  }

  constructor(port, publicUrl) {
    const settings = join(this.#data, 'waybill.toml');
    writeFileSync(settings, `public_url = "${publicUrl}"\n[installation.access]\nmfa_required = "nobody"\n`);
    const listen = ['--listen', `127.0.0.1:${port}`, '--config', settings];
    this.#process = spawn(waybill, ['serve', '--data', this.data, ...listen], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  get data() {
    return join(this.#data, 'data');
  }

  /** The origin that the server shows. */
  get origin() {
    return new URL(this.#link).origin;
  }

  /** The one-use link for the first administrator, which the server prints. */
  async #setupLink() {
    let output = '';
    for await (const chunk of this.#process.stdout) {
      output += String(chunk);
      if (output.includes('token=') && output.endsWith('\n')) break;
    }
    // what is printed has a name; programs reach the server by its number
    return (/http\S+setup\S+/.exec(output)?.[0] ?? '').replace('//localhost:', '//127.0.0.1:');
  }

  /** Creates the administrator `ann`: the page is that for signing in then. */
  async setUp(page) {
    await page.goto(this.#link);
    await page.getByLabel('User name', { exact: true }).fill('ann');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  /** The credentials of the administrator for programs. */
  authorization() {
    const words = ['token', 'make', '--user', 'ann', '--expires', '1d', '--data', this.data];
    const token = execFileSync(waybill, words, { encoding: 'utf8' }).trim().split('\n').at(-1);
    return `Basic ${Buffer.from(`_:${token}`).toString('base64')}`;
  }

  /** Stops the server, which writes to its directory until it has ended, and removes the directory. */
  async end() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** Signs the administrator in, on the page for that. */
export async function signIn(page) {
  await page.getByLabel('User name', { exact: true }).fill('ann');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'ann' }).waitFor();
}

export const launchBrowser = () =>
  chromium.launch({
    ...(process.env.WAYBILL_BROWSER && { executablePath: process.env.WAYBILL_BROWSER }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
