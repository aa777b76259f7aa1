// Helpers of tests by keyboard alone: nothing is ever clicked, and the focus is always visible.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The visible marks of the focus: the styles in which a focused element can differ from itself without the focus. */
const marksOf = (target: Locator) =>
  target.evaluate(element => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
      getComputedStyle(element);
    const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
    return [outline, boxShadow, borderColor, backgroundColor].join('|');
  });

const isFocused = (target: Locator) => target.evaluate(element => element === document.activeElement);

/** What has the focus, in words, for the message of a failed test. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 60);
    return `${element?.tagName.toLowerCase()} "${name}"`;
  });

/** Waits until this has the focus. */
export async function hasFocus(target: Locator): Promise<void> {
  await target.first().waitFor();
  await expect
    .poll(() => isFocused(target))
    .toBe(true)
    .catch(async () => {
      throw new Error(`the focus is on ${await focused(target.page())} and not on ${target}`);
    });
}

/** Goes to a control in the order of Tab, and sees to it that the focus can be seen there. */
export async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  const before = await marksOf(target);
  const way: string[] = [];
  for (let steps = 0; steps < 80 && !(await isFocused(target)); steps += 1) {
    await target.page().keyboard.press(key);
    way.push(await focused(target.page()));
  }
  if (!(await isFocused(target))) throw new Error(`Tab never comes to ${target}, only to ${way.join(', ')}`);
  if (way.length > 0) await expect.poll(() => marksOf(target)).not.toBe(before);
}

/** Waits until an overlay has the focus: only then does it receive keys. */
export async function holdsFocus(target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => target.evaluate(element => element.contains(document.activeElement))).toBe(true);
  // some of it takes the focus a second time, by a timer that was set before this one
  await target.evaluate(() => new Promise(resolve => setTimeout(() => setTimeout(resolve))));
}

/** Goes to an entry of the menu that is open. */
async function arrowTo(target: Locator): Promise<void> {
  await holdsFocus(target.page().getByRole('menu'));
  for (let steps = 0; steps < 40 && !(await isFocused(target)); steps += 1)
    await target.page().keyboard.press('ArrowDown');
  await hasFocus(target);
}

export async function openMenu(opener: Locator, entry: Locator): Promise<void> {
  await tabTo(opener);
  await opener.page().keyboard.press('Enter');
  await arrowTo(entry);
}
