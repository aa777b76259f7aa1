// The gallery of docs/gallery: `node .ci/gallery.mjs BEFORE AFTER [NAME ..]` puts each picture of the one folder beside
// that of the same name in the other, and writes them to docs/gallery as one. With names only these are written. With
// `-` for BEFORE the pictures before are those that the gallery has.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser, root } from './tools.mjs';

const QUALITY = 70;
/** The sizes of one of the two pictures. */
const SIZES = { desktop: [960, 600], phone: [390, 844] };
/** What is around the pictures, and above them. */
const EDGE = 16;
const TITLE = 32;
const gallery = join(root, 'docs/gallery');

const [before, after, ...wanted] = process.argv.slice(2);
if (!before || !after) throw new Error('Name the folders of the pictures before and after.');
const composed = name => join(gallery, `${name}.webp`);
const pathBefore = name => (before === '-' ? composed(name) : join(before, `${name}.png`));
const names = readdirSync(after)
  .filter(name => name.endsWith('.png'))
  .map(name => name.replace(/\.png$/, ''))
  .filter(name => existsSync(pathBefore(name)) && (wanted.length === 0 || wanted.includes(name)));
if (names.length === 0) throw new Error('There is no picture with the same name in both folders.');

const source = path => `data:image/${path.split('.').pop()};base64,${readFileSync(path).toString('base64')}`;

/** A page that shows both pictures, each below its title. */
function sideBySide(name) {
  const [width, height] = name.endsWith('-phone') ? SIZES.phone : SIZES.desktop;
  // of a picture of the gallery the part that was the one before
  const part = before === '-' ? `style="width:auto;margin:-${EDGE + TITLE}px 0 0 -${EDGE}px"` : '';
  const figure = (title, path, style = '') =>
    `<figure><figcaption>${title}</figcaption><div><img src="${source(path)}" ${style}></div></figure>`;
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: flex; gap: 24px; margin: 0; padding: ${EDGE}px; width: max-content; background: #d9dee3; }
    figure { margin: 0; }
    figcaption { height: ${TITLE}px; font: 600 16px/20px sans-serif; color: #1d2730; }
    div { width: ${width}px; height: ${height}px; overflow: hidden; }
    img { display: block; width: ${width}px; }
  </style>${figure('Before', pathBefore(name), part)}${figure('After', join(after, `${name}.png`))}`;
}

const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
mkdirSync(gallery, { recursive: true });
const page = await (await browser.newContext({ viewport: { width: 2_000, height: 1_000 } })).newPage();
const tools = await page.context().newCDPSession(page);
let bytes = 0;
for (const name of names) {
  await page.setContent(sideBySide(name));
  await page.waitForFunction(() => [...document.images].every(image => image.complete));
  const { width, height } = await page.evaluate(() => document.body.getBoundingClientRect().toJSON());
  const { data } = await tools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  const picture = Buffer.from(data, 'base64');
  bytes += picture.length;
  writeFileSync(composed(name), picture);
}
await browser.close();
console.log(`${names.length} pictures in docs/gallery, ${Math.round(bytes / 1024)} KiB.`);
