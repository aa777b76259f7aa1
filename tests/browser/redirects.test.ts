// Where redirects lead, by the server's one function, and by Chromium's own parser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeTabs, openBrowser, openTab } from './browser';
import { NO_FACTOR, setUp, signIn } from './fixture';
import { Server } from './server';
import { WHOLE } from './whole';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;

/** How many targets are put together. A user may send 12,000 requests a minute. */
const TARGETS = WHOLE ? 9_000 : 1_200;
/** Requests that run at once. */
const AT_ONCE = 24;

beforeAll(async () => {
  browser = await openBrowser();
  const plenty = '[limits.person]\nrequests = { at_once = 40000, a_minute = 40000 }\n\n';
  server = await Server.start(`${plenty}${NO_FACTOR}`);
  page = await openTab(await browser.newContext(), faults);
  await setUp(server, page);
  await signIn(server, page);
});

afterAll(async () => {
  await closeTabs(page.context());
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

/** A generator with a seed, so that a failure can be repeated: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What targets of attackers are made of: separators in all spellings, hosts, schemes, and what parsers take away. */
const parts = (own: string): readonly string[] => [
  ...[
    '/',
    '//',
    '///',
    '\\',
    '/\\',
    '\\\\',
    '/./',
    '/../',
    '..',
    '.',
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '%00',
    '%09',
  ],
  ...[
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u3002',
    '\uff0f',
    '\uff3c',
    'ä',
  ],
  ...['http:', 'https:', 'HTTP:', 'hTTps:', 'javascript:', 'data:', 'blob:', 'file:', 'ws:', '://', ':'],
  ...[
    'evil.example',
    'EVIL.example',
    'evil.example.',
    '.evil.example',
    'xn--',
    'xn--bcher-kva.example',
    'localhost',
  ],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '1.2.3',
    '[::1]',
    '[::ffff:1.2.3.4]',
    '[0:0::1]',
  ],
  ...[
    '@',
    'ann@',
    'ann:secret@',
    ':80',
    ':443',
    ':0',
    ':08046',
    ':65536',
    ':8046',
    '?',
    '#',
    '?a=',
    ';',
    '&',
    '*',
  ],
  ...['ui', 'packages', 'login', 'a', own, new URL(own).host, new URL(own).hostname, `:${new URL(own).port}`],
];

/** Targets that are refused, or are harmless, in ways of their own. */
const known = (own: string): readonly string[] => [
  '/',
  '/ui/',
  '/ui/packages?name=a%2Fb&type=npm#top',
  '/ui/search?next=//evil.example',
  '/ui/a//b',
  '/ui/a b',
  '/ui/ä?q=ä#ä',
  `${own}/ui/`,
  `${own}?a=b`,
  own,
  '',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%2f/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/ui/%2e%2e//evil.example',
  `${own}@evil.example/`,
  `${own}.evil.example/`,
  `${own}\\@evil.example/`,
  `${own}:80@evil.example/`,
  `ann:secret@${new URL(own).host}`,
  `http:${new URL(own).host}`,
  `http:/evil.example`,
  `http:///evil.example`,
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
];

function targets(own: string): string[] {
  const seed = Number(process.env.WAYBILL_SEED ?? 15);
  const next = numbers(seed);
  const all = parts(own);
  const pick = () => all[Math.floor(next() * all.length)] ?? '';
  const made = Array.from({ length: TARGETS }, () => {
    const target = Array.from({ length: 1 + Math.floor(next() * 7) }, pick).join('');
    // half of them begin as those that are allowed do
    return next() < 0.25 ? `/${target}` : next() < 0.33 ? own + target : target;
  });
  return [...known(own), ...new Set(made)];
}

/** What Chromium makes of a target on a page of this origin: where it leads, or null where it leads nowhere. */
interface Read {
  origin: string;
  href: string;
  user: string;
  /** The address that the server has answered, as Chromium reads it again. */
  answered: string | null;
}

// covers: [API-02]
test('each target that the server lets through leads where Chromium goes, which is here', async () => {
  const own = server.origin;
  const all = targets(own);
  const urls: (string | null)[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const answers = all.slice(at, at + AT_ONCE).map(async target => {
      const path = `${own}/ui/api/v1/redirect?redirectTo=${encodeURIComponent(target)}`;
      const answer = await page.request.get(path);
      const body = await answer.json();
      if (answer.ok()) return String(body.url);
      expect([answer.status(), body.error.code], JSON.stringify(target)).toEqual([
        400,
        'redirect_not_allowed',
      ]);
      return null;
    });
    urls.push(...(await Promise.all(answers)));
  }
  const read = await page.evaluate(
    given =>
      given.map(([target, answered]): Read | null => {
        try {
          const url = new URL(target ?? '', location.href);
          const { origin, href, username, password } = url;
          return {
            origin,
            href,
            user: username + password,
            answered: answered ? new URL(answered).href : null,
          };
        } catch {
          return null;
        }
      }),
    all.map((target, index) => [target, urls[index] ?? null] as const),
  );
  // the server listens on this machine alone, which has other names
  const names = ['127.0.0.1', 'localhost', '[::1]'].map(host => own.replace('127.0.0.1', host));
  let through = 0;
  let elsewhere = 0;
  all.forEach((target, index) => {
    const url = urls[index] ?? null;
    const chromium = read[index] ?? null;
    const what = `${JSON.stringify(target)} -> ${url} / ${JSON.stringify(chromium)}`;
    if (chromium && chromium.origin !== own) elsewhere += 1;
    if (url === null) return;
    through += 1;
    expect(chromium, what).not.toBeNull();
    expect(names, what).toContain(chromium?.origin);
    expect(chromium?.user, what).toBe('');
    // the browser would go to the same place by the target itself
    expect(chromium?.answered, what).toBe(chromium?.href);
  });
  // neither is everything refused, nor were the targets harmless
  expect(through).toBeGreaterThan(all.length / 200);
  expect(elsewhere).toBeGreaterThan(all.length / 200);
});
