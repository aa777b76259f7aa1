import type { Page } from 'playwright-core';

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
