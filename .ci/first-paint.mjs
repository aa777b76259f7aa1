// The part of the console's build that is seen before its scripts have loaded: completes ui/index.html and the script
// beside it, so that the first paint needs nothing else.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { root } from './tools.mjs';

const ui = join(root, 'ui/src');
const read = path => readFileSync(join(ui, path), 'utf8');

/** The first capture of a pattern in a file, which has to be there. */
function found(path, pattern) {
  const capture = pattern.exec(read(path))?.[1];
  if (capture === undefined) throw new Error(`${path} has no ${pattern}, which the first paint shows`);
  return capture;
}

/** What the outline of the sign-in page says, by language: the words of the catalogues. */
function words() {
  const english = { title: found('generated/routes.ts', /row\("login", "[^"]*", "([^"]+)"/) };
  const others = readdirSync(join(ui, 'texts')).filter(name =>
    existsSync(join(ui, 'texts', name, 'titles.ts')),
  );
  const translated = others.map(name => [
    name,
    { title: found(`texts/${name}/titles.ts`, /^\s*login: '([^']+)'/m), ...formOf(`/${name}`) },
  ]);
  return { en: { ...english, ...formOf('') }, ...Object.fromEntries(translated) };
}

/** The words of the form in the catalogue of a language. */
function formOf(folder) {
  const signIn = name => found(`texts${folder}/signIn.ts`, new RegExp(`^\\s*${name}:\\s*'([^']+)'`, 'm'));
  const login = name =>
    found(`texts${folder}/common.ts`, new RegExp(`^  login: \\{[^}]*?^    ${name}:\\s*'([^']+)'`, 'ms'));
  return {
    lead: signIn('lead'),
    user: login('user'),
    password: login('password'),
    forgotten: signIn('forgotten'),
  };
}

/** The languages that are written from right to left. */
function rightToLeft() {
  const rows = read('texts/i18n/languages.ts').matchAll(/^ {2}(\w+): \{\s+own: [^}]*direction: 'rtl'/gm);
  const names = [...rows].map(match => match[1]);
  if (names.length === 0) throw new Error('languages.ts has no language from right to left');
  return names;
}

/** The tokens of both colour schemes: the outline has the colours of the page that replaces it. */
const tokens = () =>
  read('ui/tokens.css')
    .match(/^:root[^{]*\{[^}]*\}/gm)
    .join('\n');

const chunksOf = bundle => Object.values(bundle).filter(file => file.type === 'chunk');

/** The files of these modules, which are loaded on demand, without those that the page loads anyway. */
function filesOf(bundle, modules) {
  const chunks = chunksOf(bundle);
  const seen = new Set();
  const files = [];
  const visit = chunk => {
    if (!chunk || seen.has(chunk.fileName)) return;
    seen.add(chunk.fileName);
    for (const file of chunk.imports) visit(bundle[file]);
    files.push(chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []));
  };
  visit(chunks.find(chunk => chunk.isEntry));
  const atOnce = new Set(files.splice(0));
  for (const module of modules) visit(chunks.find(chunk => chunk.moduleIds.includes(join(ui, module))));
  const size = file => bundle[file]?.code?.length ?? 0;
  // the largest first: a browser loads only so many at once
  return files.filter(file => !atOnce.has(file)).sort((a, b) => size(b) - size(a));
}

const SOURCE = 'app/boot/first-paint.js';

/** The script beside the page, under a name that changes with its content. */
function scriptOf(bundle) {
  const frame = filesOf(bundle, ['app/frame/app-layout.tsx', 'ui/PageTitle.tsx', 'texts/i18n/i18next.ts']);
  const home = filesOf(bundle, ['features/packages/packages.tsx', 'features/overview/Home.tsx']);
  const parts = {
    login: filesOf(bundle, ['features/sign-in/login.tsx']),
    frame,
    home: home.filter(file => !frame.includes(file)),
  };
  const libraries = chunksOf(bundle).find(chunk => chunk.name === 'libraries').fileName;
  const subProtocol = found('generated/api.ts', /^export const SUB_PROTOCOL = "([^"]+)";/m);
  const built = JSON.stringify({
    words: words(),
    rightToLeft: rightToLeft(),
    subProtocol,
    libraries,
    parts,
  });
  const empty = /(?<=const built = )\{.*?\};$/ms;
  if (!empty.test(read(SOURCE))) throw new Error(`${SOURCE} has no place for what the build fills in`);
  const filled = read(SOURCE).replace(empty, () => `${built};`);
  const source = minifySync(SOURCE, filled).code;
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { name: `js/first-paint-${hash}.js`, source };
}

/**
 * The page that the build has made, with its styles behind the outline, which does not wait for them; the scripts do.
 * The libraries are a script of their own, and not only imported: evaluating them is then a task of its own, so that
 * the page answers sooner.
 */
function reordered(page) {
  const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const [link, src] =
    /<link rel="modulepreload" crossorigin href="(\.\/js\/libraries-[^"]+)">/.exec(page) ?? [];
  if (!link) throw new Error('the page does not name its libraries');
  return [link, ...styles]
    .reduce((text, tag) => text.replace(tag, ''), page)
    .replace('<script type="module"', tag => `${tag} crossorigin src="${src}"></script>\n    ${tag}`)
    .replace('</body>', () => `${styles.join('\n    ')}\n  </body>`);
}

/** Asks for the session before any script has loaded: which page is to come depends on the answer. */
const sessionLink = base => ({ rel: 'preload', as: 'fetch', crossorigin: '', href: `${base}api/v1/session` });

/** @returns {import('vite').Plugin} */
export function firstPaint() {
  let script = null;
  let base = './';
  return {
    name: 'first-paint',
    configResolved: config => {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const page = html.replace('<style>', tag => `${tag}\n${tokens()}\n`);
        script = bundle ? scriptOf(bundle) : null;
        const src = script ? `./${script.name}` : `/ui/src/${SOURCE}`;
        // the script behind the base path, which it reads
        const tags = [
          { tag: 'link', attrs: sessionLink(base), injectTo: /** @type {const} */ ('head-prepend') },
          { tag: 'script', attrs: { src }, injectTo: /** @type {const} */ ('head') },
        ];
        return { html: script ? reordered(page) : page, tags };
      },
    },
    writeBundle({ dir }) {
      if (script && dir) writeFileSync(join(dir, script.name), script.source);
    },
  };
}
