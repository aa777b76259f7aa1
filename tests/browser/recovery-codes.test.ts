// Recovery codes show once: what holds a user who is about to lose them, and what helps one who has.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earlierCode, type Factor, laterCode, openBrowser, openTab, typeCode } from './browser';
import { heading, setUpAndLogIn } from './fixture';
import { look } from './pictures';
import { Server } from './server';

const faults: string[] = [];
let browser: Browser;
let server: Server;
let page: Page;
let factor: Factor;
/** How often the browser has asked whether the page is to be left. It is always left. */
let warnings = 0;

beforeAll(async () => {
  browser = await openBrowser();
  server = await Server.start();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await openTab(context, faults);
  page.on('dialog', dialog => {
    warnings += 1;
    void dialog.accept();
  });
});

afterAll(async () => {
  await browser.close();
  await server.end();
  expect(faults).toEqual([]);
});

const shown = () => page.getByRole('dialog', { name: 'Save your recovery codes' });
const lost = () => page.getByRole('dialog', { name: 'Your recovery codes were not saved' });

/** The codes that show, and nothing that the browser has stored has one of them. */
async function codes(): Promise<readonly string[]> {
  await shown().getByRole('listitem').first().waitFor();
  const all = await shown().getByRole('listitem').allInnerTexts();
  expect(all).toHaveLength(10);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  for (const code of all) expect(stored).not.toContain(code);
  return all;
}

async function renew(): Promise<void> {
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByLabel('Code of your authenticator app').fill(await laterCode(factor));
  await page.getByRole('button', { name: 'Replace recovery codes' }).click();
}

// covers: [MFA-02]
test('a reload while the codes of an enrolment show is warned of, and leads to new ones', async () => {
  await setUpAndLogIn(server, page);
  await heading(page, 'Set up a second factor').waitFor();
  const secret = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  factor = { secret: secret.replaceAll(/\s/g, ''), used: 0 };
  await typeCode(page, earlierCode(factor));
  await codes();

  await page.reload();
  expect(warnings).toBe(1);
  await lost().waitFor();
  await look(page, 'recovery-codes-lost');
  await lost().getByRole('button', { name: 'Create new codes in the profile' }).click();
  await heading(page, 'Edit Profile').waitFor();
  await lost().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(warnings).toBe(1);
});

// covers: [MFA-02]
test('a reload while renewed codes show is warned of until they are copied', async () => {
  await renew();
  await codes();
  await page.reload();
  expect(warnings).toBe(2);
  await lost().getByRole('button', { name: 'Continue' }).click();
  await lost().waitFor({ state: 'detached' });

  await renew();
  const [first = ''] = await codes();
  await shown().getByRole('button', { name: 'Copy' }).click();
  await shown().getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(first);
  await page.reload();
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor();
  expect(warnings).toBe(2);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
