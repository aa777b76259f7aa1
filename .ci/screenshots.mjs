// `npm run screenshots`: every page, its states and its dialogs in both schemes and at both widths, into gallery/, with
// an index to look through and what axe found in each picture.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSteps } from './steps.mjs';
import {
  binaryOf,
  buildConsole,
  findBrowser,
  installPackages,
  installTestTools,
  root,
  run,
} from './tools.mjs';

const folder = join(root, 'gallery');
process.env.WAYBILL_BIN = binaryOf('debug');
process.env.WAYBILL_GALLERY = folder;

/** The browser tests that inspect pages. */
const TESTS = [
  'long/every-page',
  'every-state',
  'every-dialog',
  'every-interruption',
  'long/every-language',
  'long/every-package-page',
  'look',
  'licences',
  'logs',
  'onboarding',
  'release-bundles',
  'services',
  'support-zone',
].map(name => `tests/browser/${name}.test.ts`);

/** What was looked at, by name, each with its looks. */
function seen() {
  const pages = new Map();
  for (const line of readFileSync(join(folder, 'looks.jsonl'), 'utf8').trim().split('\n')) {
    const look = JSON.parse(line);
    pages.set(look.name, [...(pages.get(look.name) ?? []), look]);
  }
  return [...pages].sort(([one], [other]) => one.localeCompare(other));
}

/** The machine-readable report: how much was looked at, and each look with what axe has against it. */
function report(pages) {
  const looks = pages.flatMap(([, looks]) => looks);
  const violations = looks.reduce((sum, look) => sum + look.violations.length, 0);
  const sideways = looks.filter(look => look.sideways).length;
  const axe = looks[0]?.axe ?? null;
  const whole = {
    axe,
    made: new Date().toISOString(),
    pages: pages.length,
    looks: looks.length,
    violations,
    sideways,
  };
  writeFileSync(join(folder, 'axe.json'), `${JSON.stringify({ ...whole, found: looks }, null, 1)}\n`);
  return `axe ${axe}: ${pages.length} pages, states and dialogs in ${looks.length} looks, ${violations} violations, ${sideways} wider than the window`;
}

function index(pages, summary) {
  const picture = ({ picture, violations, sideways }) => {
    const bad = violations.length > 0 || sideways ? ' class="bad"' : '';
    return `<a href="${picture}"${bad}><img src="${picture}" alt="${picture}" loading="lazy"></a>`;
  };
  const row = ([name, looks]) =>
    `<h2>${name} <small>${looks[0].path}</small></h2><p>${looks.map(picture).join(' ')}</p>`;
  const style =
    'body{font:14px system-ui;margin:24px}img{height:260px;border:1px solid #ccc;vertical-align:top}.bad img{border:3px solid #b00}small{color:#666}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Waybill: every page</title><style>${style}</style><h1>Every page</h1><p>${summary}</p>${pages.map(row).join('')}`;
}

let summary = '';
inSteps([
  ['packages', installPackages],
  ['tools', () => installTestTools()],
  [
    'browser',
    () => {
      process.env.WAYBILL_BROWSER = findBrowser();
    },
  ],
  ['console', buildConsole],
  ['server', () => run('cargo', ['build', '--workspace', '--locked'])],
  [
    'gallery',
    () => {
      rmSync(folder, { recursive: true, force: true });
      try {
        run('npx', ['vitest', 'run', '--config', 'tests/browser/vitest.config.ts', ...TESTS]);
      } finally {
        const pages = seen();
        summary = report(pages);
        writeFileSync(join(folder, 'index.html'), index(pages, summary));
        console.log(`\n${summary}`);
      }
    },
  ],
]);
console.log(`Look at ${join(folder, 'index.html')}; what axe found is in axe.json beside it.`);
