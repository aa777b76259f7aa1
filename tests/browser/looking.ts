import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

/** What axe finds on a page, as short sentences; and whether the page is wider than its window. */
async function flaws(page: Page): Promise<string[]> {
  // The policy of the page forbids foreign scripts, so axe comes in by the debugger's door.
  const found = await page.evaluate(`(async () => {
    ${axe}
    const report = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    const flaws = report.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', '));
    if (document.documentElement.scrollWidth > window.innerWidth) flaws.push('the page scrolls sideways');
    return flaws;
  })()`);
  return found as string[];
}

/** Puts a page into a look. */
export async function wear(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForTimeout(300);
}

/** The flaws of a page in one look. With `shots` it is photographed, whole, into that folder. */
export async function inspect(page: Page, name: string, look: Look, shots?: string): Promise<string[]> {
  await wear(page, look);
  if (shots) {
    const path = `${shots}/${name}-${look.colorScheme}-${look.width}.png`;
    await page.screenshot({ path, fullPage: true });
  }
  return (await flaws(page)).map(flaw => `${name}, ${look.colorScheme}, ${look.width}: ${flaw}`);
}

/** A page is without flaws in every look. */
export async function look(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  for (const one of looks) found.push(...(await inspect(page, name, one, process.env.WAYBILL_SHOTS)));
  expect(found).toEqual([]);
}
