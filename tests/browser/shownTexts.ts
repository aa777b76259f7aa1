import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The texts that a tab has shown and that match a pattern. A state that lasts a second or two may be gone before a test
 * looks for it; this looks after each change of the page, in the page.
 */
export class ShownTexts {
  readonly #texts = new Set<string>();

  /** Takes effect with the next load of the page. */
  static async of(page: Page, pattern: RegExp): Promise<ShownTexts> {
    const shown = new ShownTexts();
    const name = `shown${crypto.randomUUID().replaceAll('-', '')}`;
    await page.exposeFunction(name, (text: string) => {
      shown.#texts.add(text);
    });
    await page.addInitScript(
      ({ name, source }) => {
        const known = new Set<string>();
        const look = () => {
          for (const [text] of document.body?.innerText.matchAll(new RegExp(source, 'g')) ?? []) {
            if (known.has(text)) continue;
            known.add(text);
            (window as unknown as Record<string, (text: string) => void>)[name]?.(text);
          }
        };
        new MutationObserver(look).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      },
      { name, source: pattern.source },
    );
    return shown;
  }

  /** Waits until the text has been shown, or finds that it has been. */
  async waitFor(text: string): Promise<void> {
    await expect.poll(() => [...this.#texts]).toContain(text);
  }
}
