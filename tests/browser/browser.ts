import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Server } from './server';

export const ann = { name: 'ann', password: 'correct horse battery' };

export async function openBrowser(): Promise<Browser> {
  // Without a browser of the system's it is the one that Playwright has installed.
  const executablePath = process.env.WAYBILL_BROWSER || undefined;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });
}

const leaving = new WeakSet<BrowserContext>();

/** Closes all tabs of a context. What a tab still loads is cut off by that, and is no fault. */
export async function closeTabs(context: BrowserContext): Promise<void> {
  leaving.add(context);
  await context.close();
}

/** How the browser calls it when a server stops, or has stopped, while it is asked for something. */
const SERVER_GONE = /ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|SOCKET_NOT_CONNECTED)/;

/** A tab whose faults are collected: whatever the console of the browser calls an error, and every exception. */
export async function openTab(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', error => {
    if (!leaving.has(context)) faults.push(error.message);
  });
  // A part of the console that did not come is a fault, but where a story has stopped the server meanwhile.
  let isCutOff = false;
  page.on('requestfailed', request => {
    isCutOff ||= request.resourceType() === 'script' && SERVER_GONE.test(request.failure()?.errorText ?? '');
  });
  page.on('console', message => {
    // A refused request is told as an error too, and some of these stories are about being refused; so is a
    // socket that cannot be opened while the server is down.
    const text = message.text();
    const isExpected = /the server responded with a status|WebSocket connection/.test(text) || SERVER_GONE.test(text);
    const isOfStop = isCutOff && text.includes('Loading chunk');
    if (message.type() === 'error' && !leaving.has(context) && !isExpected && !isOfStop) {
      faults.push(`${text} on ${page.url()}`);
    }
  });
  return page;
}

/** A one-time code by a tool that is not ours; where there is none, by RFC 6238 over Node's HMAC. */
export function oneTimeCode(secret: string): string {
  try {
    return execFileSync('oathtool', ['--totp', '-b', secret], { encoding: 'utf8' }).trim();
  } catch {
    return totp(secret, Date.now());
  }
}

function totp(secret: string, now: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * A code works once, and only in its own 30 seconds: waits for a window that has not been used, and not its end, since
 * a busy machine takes seconds over a form.
 */
export async function freshWindow(used: number): Promise<number> {
  for (;;) {
    const now = Date.now();
    const window = Math.floor(now / 30_000);
    if (window > used && now % 30_000 < 18_000) return window;
    await new Promise(resolve => setTimeout(resolve, 250));
  }
}

/** From the set-up link to a signed-in tab. Returns the second factor's secret and the window whose code was used. */
export async function setUpAndSignIn(
  server: Server,
  page: Page,
  origin = server.origin,
): Promise<{ secret: string; window: number }> {
  const link = new URL(server.setupLink);
  await page.goto(`${origin}${link.pathname}${link.search}`);
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Password again', { exact: true }).fill(ann.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await logIn(page, ann.password);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const secret = shown.replaceAll(/\s/g, '');
  const window = await freshWindow(0);
  await typeCode(page, oneTimeCode(secret));
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  // it closes when the server has heard so; where a newcomer lands then is a rule of its own, and no part of these
  // stories, which begin at the session's own page
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: ann.name }).waitFor();
  await page.goto(`${origin}/ui/session-activity`);
  await page.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
  return { secret, window };
}

export async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(ann.name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
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
