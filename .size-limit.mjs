// The size budget (`npm run size`). What a page loads is read from the build's own manifest: there is no list of
// files. Modules are named here by where they are in ui/, since their files' names change with their content.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

const dist = 'ui/dist';
const manifestPath = `${dist}/.vite/manifest.json`;
if (!existsSync(manifestPath)) throw new Error('There is no build to measure. Run `npm run ui:build` first.');
const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));

// the page's own script, which the build names by its chunk
const ENTRY = Object.keys(manifest).find(key => key === 'index.html' || manifest[key].name === 'console');
// .. and so the sign-in page's, which is a group of .ci/chunks.mjs
const SIGN_IN = Object.keys(manifest).filter(key => manifest[key].name === 'login');
if (SIGN_IN.length !== 1)
  throw new Error('The sign-in page is not one file: see its group in .ci/chunks.mjs');
const FRAME = 'src/app/frame/app-layout.tsx';
const FIRST_PAGE = [FRAME, 'src/features/packages/packages.tsx', 'src/features/overview/overview.tsx'];
const ACTIVITY = [FRAME, 'src/features/activity/session-activity.tsx'];
// these are shown before the frame; everything else is asked for from within it
const BEFORE_THE_FRAME = /^src\/(app\/|features\/sign-in\/)/;

function chunk(key) {
  const found = manifest[key];
  if (!found) throw new Error(`${key} is no part of the build: .size-limit.mjs names a module that is gone`);
  return found;
}

/** All that comes with these modules: they, what they import at once, and the styles of both. */
function together(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    together(chunk(key).imports ?? [], seen);
  }
  return seen;
}

const files = (keys, pick) =>
  [...new Set([...keys].flatMap(key => pick(chunk(key))))].map(file => `${dist}/${file}`);
const scripts = keys => files(keys, ({ file }) => (file.endsWith('.js') ? [file] : []));
const styles = keys => files(keys, ({ file, css = [] }) => (file.endsWith('.css') ? [file, ...css] : css));

const atOnce = together([ENTRY]);
const page = parts => together([ENTRY, ...parts]);
const budget = (name, path, limit) => ({ name, path, limit, gzip: true });

// the script for the first paint is named by the page and by no module
const firstPaint = readdirSync(`${dist}/js`)
  .filter(file => /^first-paint-.*\.js$/.test(file))
  .map(file => `${dist}/js/${file}`);

// what a lazy part adds to what has been loaded already: the frame, and whatever asks for it
const inFrame = page([FRAME]);
const askers = key => Object.keys(manifest).filter(asker => manifest[asker].dynamicImports?.includes(key));
const before = key => {
  const base = BEFORE_THE_FRAME.test(key) ? atOnce : inFrame;
  const loaded = askers(key).map(asker => together([asker]));
  return part => base.has(part) || (loaded.length > 0 && loaded.every(parts => parts.has(part)));
};
const added = key => {
  const has = before(key);
  return [...together([key])].filter(part => !has(part));
};
const lazy = Object.keys(manifest)
  .filter(key => manifest[key].isDynamicEntry)
  .map(key => budget(`lazy: ${key}`, scripts(added(key)), '70 kB'))
  .filter(({ path }) => path.length > 0);

const frontEnds = JSON.parse(readFileSync(`${dist}/frontends/manifest.json`, 'utf8')).map(
  ({ name, script }) => budget(`front-end: ${name}`, [`${dist}/${script}`], '70 kB'),
);

export default [
  budget('sign-in page: script', [...scripts(page(SIGN_IN)), ...firstPaint], '168 kB'),
  budget('sign-in page: style', styles(page(SIGN_IN)), '15 kB'),
  budget('first page inside: script', [...scripts(page(FIRST_PAGE)), ...firstPaint], '210 kB'),
  budget('session activity: script', [...scripts(page(ACTIVITY)), ...firstPaint], '225 kB'),
  ...lazy,
  ...frontEnds,
];
