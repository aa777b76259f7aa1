import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, TestRunner } from 'vitest';
import { underWay } from './browser';
import { SLOWNESS } from './slowness';
import { WHOLE } from './whole';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The maximum height of a picture in pixels. */
const HEIGHT_MAX = 4_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The folder that pictures and findings go to, if a gallery was requested. */
export const gallery = process.env.WAYBILL_GALLERY;

export interface Look {
  colorScheme: 'light' | 'dark';
  width: 1440 | 390;
}

/** Each scheme at each width. */
export const looks: readonly Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 390 },
];

/** The looks that one of many things is given: all for the gallery, else one in turn. */
export const looksOf = (turn: number): readonly Look[] =>
  gallery ? looks : looks.filter((_, at) => at === turn % looks.length);

/** A violation of one rule of axe. */
interface Violation {
  rule: string;
  impact: string | null;
  help: string;
  where: string[];
}

/** The report of axe about a page, and whether the page is wider than its window. */
interface Finding {
  axe: string;
  passes: number;
  violations: Violation[];
  sideways: boolean;
}

async function examine(page: Page): Promise<Finding> {
  // The policy of the page forbids foreign scripts, so axe is injected through the debugger, once into each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`(() => { ${axe} })()`);
  return await page.evaluate(`(async () => {
    // of rules that hold, only the number is needed
    const options = { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] };
    const report = await axe.run(document, options);
    const violations = report.violations.map(({ id, impact, help, nodes }) =>
      ({ rule: id, impact: impact ?? null, help, where: nodes.map(({ target }) => target.join(' ')) }));
    const sideways = document.documentElement.scrollWidth > window.innerWidth;
    return { axe: report.testEngine.version, passes: report.passes.length, violations, sideways };
  })()`);
}

/** Puts a page into a look. */
export async function wear(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
}

/** A page is rendered when nothing of it has changed for this long, in milliseconds. */
const STILL_MS = 100 * SLOWNESS;
/** A page that never settles, such as a log that is written to, is inspected after this long, in milliseconds. */
const RESTLESS_MS = 2_000 * SLOWNESS;

/** Waits until nothing of a page moves, and nothing of it has changed for a while. Its requests may be under way. */
export async function calm(page: Page): Promise<void> {
  await page.evaluate(
    ([stillMs, restlessMs]) =>
      new Promise<void>(resolve => {
        const began = performance.now();
        let changed = began;
        const watch = new MutationObserver(() => {
          changed = performance.now();
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const look = (now: number) => {
          const moves = document
            .getAnimations()
            .some(
              ({ playState, effect }) =>
                playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
            );
          const isStill = !moves && now - changed >= stillMs;
          if (!isStill && now - began < restlessMs) return void requestAnimationFrame(look);
          watch.disconnect();
          resolve();
        };
        requestAnimationFrame(look);
      }),
    [STILL_MS, RESTLESS_MS] as const,
  );
}

/** Waits until a page is rendered: its requests are answered, and the result is shown. */
export async function drawn(page: Page): Promise<void> {
  do {
    await expect.poll(() => underWay(page)).toEqual([]);
    await page.waitForFunction(() => !document.querySelector('.mantine-Loader-root, [aria-busy="true"]'));
    await calm(page);
  } while (underWay(page).length > 0);
}

/** How much of the page cannot be seen without scrolling, in pixels. */
const hiddenOf = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].reduce(
      (most, part) => Math.max(most, part ? part.scrollHeight - part.clientHeight : 0),
      0,
    ),
  );

/** The whole page: what scrolls within the frame gets a window in which it has room, some of it a part of that. */
async function photograph(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  let needed = height;
  for (let tries = 0; tries < 8 && needed < HEIGHT_MAX; tries += 1) {
    const hidden = await hiddenOf(page);
    if (hidden === 0) break;
    needed = Math.min(needed + hidden, HEIGHT_MAX);
    await page.setViewportSize({ width, height: needed });
  }
  await page.screenshot({ path, fullPage: true });
  await page.setViewportSize({ width, height });
}

/**
 * The flaws of a page in one look, as short sentences. For the gallery it is photographed whole. A page that is to be
 * seen while it waits is only `calm` then.
 */
export async function inspect(page: Page, name: string, look: Look, ready = drawn): Promise<string[]> {
  await wear(page, look);
  await ready(page);
  const picture = `${name}-${look.colorScheme}-${look.width}.png`;
  if (gallery) await photograph(page, join(gallery, picture));
  const finding = await examine(page);
  if (gallery) keep(gallery, { name, picture, path: new URL(page.url()).pathname, ...look, ...finding });
  const flaws = finding.violations.map(({ rule, where }) => `${rule}: ${where.join(', ')}`);
  if (finding.sideways) flaws.push('the page scrolls sideways');
  return flaws.map(flaw => `${name}, ${look.colorScheme}, ${look.width}: ${flaw}`);
}

/** A line for each picture: `.ci/screenshots.mjs` makes the index and the report of them. */
function keep(folder: string, line: { picture: string } & Record<string, unknown>): void {
  const path = join(folder, 'looks.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** How many pages the tests of each file have looked at: which look is in turn depends on no other file. */
const turns = new Map<string, number>();

/**
 * A page is without flaws: in one look in turn, in every look for the gallery and where all cases run. Returns the last
 * one.
 */
async function expectNoFlaws(page: Page, name: string): Promise<Look | undefined> {
  const found: string[] = [];
  const file = TestRunner.getCurrentTest()?.file.filepath ?? '';
  const turn = turns.get(file) ?? 0;
  turns.set(file, turn + 1);
  const worn = WHOLE ? looks : looksOf(turn);
  for (const one of worn) found.push(...(await inspect(page, `states/${name}`, one)));
  expect(found).toEqual([]);
  return worn.at(-1);
}

/** A page is without flaws. The test goes on with the last of the looks. */
export async function look(page: Page, name: string): Promise<void> {
  const worn = await expectNoFlaws(page, name);
  const last = looks.at(-1);
  if (!last || worn === last) return;
  await wear(page, last);
  await drawn(page);
}

/** Looks at a page, and goes on with the first of the looks. */
export async function glance(page: Page, name: string): Promise<void> {
  await expectNoFlaws(page, name);
  const [first] = looks;
  if (first) await wear(page, first);
}
