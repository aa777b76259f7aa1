import type { Page } from 'playwright-core';

/** The last one is a window of 1440 x 900 at 200 %. */
const WINDOWS = [
  [1920, 1080],
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [720, 450],
] as const;

/**
 * What scrolls up and down on a page: the document, and every part of it that is seen and has more than it shows. The
 * sidebar is beside the page and not counted.
 */
export const scrollers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const isLonger = (part: Element) => part.scrollHeight > part.clientHeight + 1;
    const found = isLonger(root) && getComputedStyle(root).overflowY !== 'hidden' ? ['document'] : [];
    for (const part of document.body.querySelectorAll('*')) {
      const { overflowY, visibility } = getComputedStyle(part);
      const isScroller = /auto|scroll/.test(overflowY) && visibility === 'visible' && part.clientHeight > 1;
      if (!isScroller || !isLonger(part) || part.closest('nav, textarea')) continue;
      found.push(part.getAttribute('role') ?? part.tagName.toLowerCase());
    }
    return found;
  });

/** What is wrong with the scroll bars of a page in its window: more than one, or one that leads sideways. */
export async function scrollFaults(page: Page): Promise<string[]> {
  const bars = await scrollers(page);
  const sideways = await page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].some(
      part => part && part.scrollWidth > part.clientWidth + 1,
    ),
  );
  return [
    ...(bars.length > 1 ? [`has several scroll bars: ${bars.join(', ')}`] : []),
    ...(sideways ? ['scrolls sideways'] : []),
  ];
}

/** The same, in each of the windows. */
export async function scrollFaultsOfAll(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    for (const fault of await scrollFaults(page)) found.push(`at ${width} x ${height} it ${fault}`);
  }
  return found;
}
