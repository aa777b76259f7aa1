// What a browser loads for the sign-in page and for the first page inside, when it shows them, and how soon it reacts
// behind a slow network: part of `npm run bench`.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../.ci/tools.mjs';
import { BenchServer, freePort, launchBrowser, row, signIn } from './benchServer.mjs';
import { SlowNetwork } from './proxy.mjs';

const dist = join(root, 'ui/dist');

/** The gzipped size of a file of the console, in kB as design 13 counts them. */
function gzipped(path) {
  const twin = join(dist, `${path}.gz`);
  const bytes = existsSync(twin)
    ? statSync(twin).size
    : gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;
  return bytes / 1000;
}

const port = await freePort();
const network = await SlowNetwork.to(port);
const server = await BenchServer.start(port, network.origin);
const { origin } = server;
const browser = await launchBrowser();

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

/**
 * Lighthouse's desktop network and processor, and its slow phone; with the goals for the largest contentful paint and
 * the total blocking time, in ms, of the sign-in page and of the first page inside.
 */
const labs = [
  {
    name: 'desktop lab',
    latency: 40,
    kbps: 10_240,
    slower: 1,
    goals: [
      [1_800, 150],
      [1_800, 150],
    ],
  },
  {
    name: 'slow phone lab',
    latency: 150,
    kbps: 1_638,
    slower: 4,
    goals: [
      [1_500, 100],
      [2_000, 150],
    ],
  },
];
/** A lab is run this often; the median counts, since one run on a busy machine says little. */
const RUNS = 5;

/** The largest paint of a page that a browser has never seen, and how long its script kept it from answering, in ms. */
async function painted(lab, cookies, url, ready) {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  const throughput = (lab.kbps * 1_000) / 8;
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: lab.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await tools.send('Emulation.setCPUThrottlingRate', { rate: lab.slower });
  await page.addInitScript(() => {
    globalThis.lab = { largest: 0, blocked: 0 };
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) globalThis.lab.largest = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) globalThis.lab.blocked += Math.max(0, entry.duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url);
  await page.getByRole('heading', { name: ready, level: 1 }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_500);
  const measured = await page.evaluate(() => globalThis.lab);
  await context.close();
  return measured;
}

const median = values => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Measures a page in each lab. `which` is the page's place among the goals; a page without one is only shown. */
async function lab(page, which, cookies, url, ready) {
  for (const one of labs) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await painted(one, cookies, url, ready));
    const largest = median(runs.map(run => run.largest));
    const blocked = median(runs.map(run => run.blocked));
    const what = `${page}, ${one.name}`;
    const goals = one.goals[which];
    if (goals) {
      row(`${what}: largest contentful paint`, largest, goals[0], 'ms', 0);
      row(`${what}: total blocking time`, blocked, goals[1], 'ms', 0);
    } else {
      console.log(
        `${what}: largest contentful paint ${largest.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms (no goal)`,
      );
    }
  }
}

/** The longest of some reactions to the user, from the event to the frame after it, in ms. */
async function reactions(page) {
  const times = [];
  const timed = (selector, act) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, what) =>
          new Promise(resolve => {
            const start = performance.now();
            if (what === 'click') element.click();
            else {
              const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
              setter.call(element, `${element.value}n`);
              element.dispatchEvent(new Event('input', { bubbles: true }));
            }
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
          }),
        act,
      );
  for (let turn = 0; turn < 8; turn += 1) {
    times.push(await timed('input[type=search]', 'type'));
    times.push(await timed('header button[aria-haspopup=menu]', 'click'));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await server.setUp(page);
  const login = await loaded(await browser.newContext(), `${origin}/ui/login`, 'Sign in');
  row('sign-in page: script, gzipped', login.scripts, 170);
  row('sign-in page: style, gzipped', login.styles, 20);
  await signIn(page);
  const cookies = await context.cookies();
  const fresh = await browser.newContext();
  await fresh.addCookies(cookies);
  const activity = await loaded(fresh, `${origin}/ui/session-activity`, 'Session activity');
  const home = await loaded(fresh, `${origin}/ui/packages`, 'Packages');
  row('first page inside: script, gzipped', home.scripts, 210);
  row('session activity: script, gzipped, its drawings included', activity.scripts, 210);
  await lab('sign-in page', 0, [], `${origin}/ui/login`, 'Sign in');
  await lab('first page inside', 1, cookies, `${origin}/ui/packages`, 'Packages');
  await lab('session activity', 2, cookies, `${origin}/ui/session-activity`, 'Session activity');
  for (const delayMs of [0, 100, 300]) {
    const tab = await fresh.newPage();
    await tab.goto(`${network.origin}/ui/session-activity`);
    await tab.getByRole('heading', { name: 'Session activity', level: 1 }).waitFor();
    await tab.locator('header button[aria-haspopup=menu]').first().click();
    await tab.keyboard.press('Escape');
    network.delayMs = delayMs;
    row(`reaction to typing and to a menu, p95, network ${delayMs} ms`, await reactions(tab), 50, 'ms', 0);
    network.delayMs = 0;
    await tab.close();
  }
  console.log(
    `first page load until its heading: sign-in ${login.took} ms, inside ${home.took} ms (no goal yet)`,
  );
} finally {
  await browser.close();
  network.end();
  await server.end();
}
