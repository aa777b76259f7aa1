import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { onTestFailed, TestRunner } from 'vitest';
import { type Server, stopsOf } from './server';
import { PATIENCE_MS, SLOWNESS } from './slowness';

export const ann = { name: 'ann', password: 'correct horse battery' };

/** How often a start of the browser is tried: it crashes now and then before it has opened its first page. */
const LAUNCH_ATTEMPTS = 3;

/** The browser of this worker, which its files use one after another. */
let shared: Browser | undefined;

/**
 * The browser for a file of tests. Closing it closes the tabs of the file. One that trusts certificates with these keys
 * (SHA-256 hashes of public keys, in base64) is started for the file alone.
 */
export async function openBrowser(trustedKeys: readonly string[] = []): Promise<Browser> {
  if (trustedKeys.length > 0) return launch(trustedKeys);
  // It may have crashed under the file before.
  if (!shared?.isConnected()) shared = await launch();
  const browser = shared;
  const close = async () => void (await Promise.all(browser.contexts().map(closeTabs)));
  // what a file has left open that failed before its end
  await close();
  return Object.create(browser, { close: { value: close } });
}

async function launch(trustedKeys: readonly string[] = [], attempt = 1): Promise<Browser> {
  // Without a browser of the system's it is the one that Playwright has installed.
  const executablePath = process.env.WAYBILL_BROWSER || undefined;
  try {
    return await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(trustedKeys.length > 0 ? [`--ignore-certificate-errors-spki-list=${trustedKeys}`] : []),
      ],
    });
  } catch (error) {
    if (attempt === LAUNCH_ATTEMPTS || !String(error).includes('has been closed')) throw error;
    process.stdout.write(`The browser crashed while it started (attempt ${attempt}).\n`);
    return launch(trustedKeys, attempt + 1);
  }
}

const leaving = new WeakSet<BrowserContext>();

/** Closes all tabs of a context. Requests that this aborts are no faults. */
export async function closeTabs(context: BrowserContext): Promise<void> {
  leaving.add(context);
  await context.close();
}

/** How the browser calls it when a server stops, or has stopped, while it is asked for something. */
const SERVER_GONE = /ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|SOCKET_NOT_CONNECTED)/;

const requests = new WeakMap<Page, Set<Request>>();

/** The addresses of what a tab has asked for and has not been answered yet. */
export const underWay = (page: Page) => [...(requests.get(page) ?? [])].map(request => request.url());

/** Prints what a tab shows and waits for, so that the output of a failed test says what the page was like. */
async function describePage(page: Page): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch(error => `no text: ${error}`);
  process.stdout.write(`${page.url()} waits for [${underWay(page).join(', ')}] and shows:\n${text}\n`);
}

/** A tab whose faults are collected: whatever the console of the browser calls an error, and every exception. */
export async function openTab(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (TestRunner.getCurrentTest()) onTestFailed(() => describePage(page));
  if (SLOWNESS > 1) {
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  }
  const pending = new Set<Request>();
  requests.set(page, pending);
  page.on('request', request => pending.add(request));
  page.on('response', response => pending.delete(response.request()));
  page.on('requestfailed', request => pending.delete(request));
  page.on('pageerror', error => {
    if (!leaving.has(context)) faults.push(error.message);
  });
  // A part of the console that is not loaded is a fault, unless a test has stopped the server under the page.
  let stopsBefore = 0;
  page.on('domcontentloaded', () => {
    stopsBefore = stopsOf(page.url());
  });
  page.on('console', message => {
    // The browser also reports a rejected request as an error, which some tests expect, and a socket that cannot be
    // opened while the server is down.
    const text = message.text();
    const isExpected =
      /the server responded with a status|WebSocket connection/.test(text) || SERVER_GONE.test(text);
    const isOfStop = text.includes('Loading chunk') && stopsOf(page.url()) > stopsBefore;
    if (message.type() === 'error' && !leaving.has(context) && !isExpected && !isOfStop) {
      faults.push(`${text} on ${page.url()}`);
    }
  });
  return page;
}

const STEP_S = 30;

/** What an authenticator app holds, and the step whose code was used last: a code works once. */
export interface Factor {
  readonly secret: string;
  used: number;
}

/** A code that was not used yet: that of now, or of the step to come where one of now was used. */
export function nextCode(factor: Factor): string {
  factor.used = Math.max(factor.used + 1, Math.floor(Date.now() / 1_000 / STEP_S));
  return oneTimeCode(factor.secret, factor.used);
}

/**
 * The code of the step before, while that is valid for long enough, or else that of now. Two more codes can be used
 * after it without a wait.
 */
export function earlierCode(factor: Factor): string {
  const steps = Date.now() / 1_000 / STEP_S;
  factor.used = Math.floor(steps) - (steps % 1 < 0.5 ? 1 : 0);
  return oneTimeCode(factor.secret, factor.used);
}

/** A code that was not used yet, after a wait where the server would not accept a code of so far ahead. */
export async function laterCode(factor: Factor): Promise<string> {
  const step = () => Math.floor(Date.now() / 1_000 / STEP_S);
  while (factor.used > step()) await new Promise(resolve => setTimeout(resolve, 500));
  return nextCode(factor);
}

/** A one-time code by a tool that is not ours; where there is none, by RFC 6238 over Node's HMAC. */
export function oneTimeCode(secret: string, step: number): string {
  try {
    return execFileSync('oathtool', ['--totp', '-b', '-N', `@${step * STEP_S}`, secret], {
      encoding: 'utf8',
    }).trim();
  } catch {
    return totp(secret, step);
  }
}

function totp(secret: string, step: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** From the set-up link to a signed-in tab, by the forms. Returns the second factor. */
export async function setUpAndSignInByForm(server: Server, page: Page): Promise<Factor> {
  const link = new URL(server.setupLink);
  await page.goto(`${server.origin}${link.pathname}${link.search}`);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await logIn(page, ann.password);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const factor = { secret: shown.replaceAll(/\s/g, ''), used: 0 };
  await typeCode(page, nextCode(factor));
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  // it closes when the server has confirmed it; where a new user lands then is a rule of its own and not tested here:
  // these tests begin at the session's own page
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor({ state: 'hidden' });
  await profileMenu(page).waitFor();
  await page.goto(`${server.origin}/ui/session-activity`);
  await page.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  return factor;
}

/** The menu of the signed-in user, in the bar above every page. */
export const profileMenu = (page: Page, name: string = ann.name) =>
  page.getByRole('banner').getByRole('button', { name });

export async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1' }).click();
  // as fast as a person types: each digit moves the focus to the next box
  await page.keyboard.type(code, { delay: 40 });
}

/** The sequence numbers that the list of records shows, from the top. */
export async function shownNumbers(page: Page): Promise<number[]> {
  const texts = await page.getByText(/^#\d+$/).allInnerTexts();
  return texts.map(text => Number(text.slice(1)));
}
