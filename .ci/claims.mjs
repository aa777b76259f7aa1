// Which requirements the tests claim to prove: the ids under `covers: [..]`, each with the test below it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** Where a proof runs, from the cheapest to the dearest; each is a column of docs/what-proves-what.md. */
export const LEVELS = ['parts', 'scenarios', 'server', 'browser'];

const read = path => readFileSync(join(root, path), 'utf8');

/** The files below a folder with one of these endings, by their path in the repository. */
function files(folder, ...endings) {
  const names = readdirSync(join(root, folder), { recursive: true }).map(String);
  const wanted = names.filter(name => endings.some(ending => name.endsWith(ending)));
  return wanted
    .filter(name => !/(^|\/)(node_modules|dist)\//.test(name))
    .map(name => `${folder}/${name}`)
    .sort();
}

const idsOf = list =>
  list
    .split(',')
    .map(id => id.trim())
    .filter(Boolean);

/** All requirements, in the order of the list. */
export function requirements() {
  const line = /^- \{id: ([A-Z]+-\d+), level: (\w+)(.*?), text: "/gm;
  return [...read('scenarios/requirements.yaml').matchAll(line)].map(([, id, level, rest]) => {
    const [, parts = ''] = /part_of: \[([^\]]*)\]/.exec(rest) ?? [];
    return { id, level, partOf: idsOf(parts) };
  });
}

function ofScenarios() {
  return files('scenarios', '.scn.yaml').flatMap(path => {
    const [, list = ''] = /^covers: \[([^\]]*)\]/m.exec(read(path)) ?? [];
    const name = path.slice('scenarios/'.length);
    return idsOf(list).map(id => ({ id, level: 'scenarios', path, name, test: `scenario ${name}` }));
  });
}

/** Tests in Rust, each with the ids in the comment right above it. Ids above a whole file prove nothing. */
export function inRust(text) {
  const found = [];
  const test =
    /((?:^[ \t]*\/\/\/.*\n)*)((?:^[ \t]*#\[.*\]\n)+)^[ \t]*(?:pub(?:\(crate\))? )?(?:async )?fn (\w+)/gm;
  for (const [, comment, attributes, name] of text.matchAll(test)) {
    if (!/#\[(tokio::)?test\b/.test(attributes)) continue;
    const own = /covers: \[([^\]]*)\]/.exec(comment)?.[1] ?? '';
    for (const id of idsOf(own)) found.push({ id, name });
  }
  return found;
}

/** Tests in TypeScript, each with the ids in the comment right above it. */
export function inTypeScript(text) {
  const found = [];
  const test =
    /^[ \t]*\/\/ covers: \[([^\]]*)\][^\n]*\n(?:[ \t]*\/\/[^\n]*\n)*[ \t]*(?:test|it)(?:\.each)?\((['"`])(.*?)\2/gm;
  for (const [, list, , name] of text.matchAll(test)) {
    for (const id of idsOf(list)) found.push({ id, name });
  }
  return found;
}

/** The name of a file for the table: without the folders that its level implies. */
const shown = path =>
  path
    .replace(/^(tests\/browser|tests\/tests|ui\/src|engine|api)\//, '')
    .replace(/\.(test\.)?(rs|tsx?)$/, '');

/** Every claim: an id, where it is proven, and by which test of which file. */
export function claims() {
  const rust = [...files('engine', '.rs'), ...files('api', '.rs'), ...files('tests', '.rs')].flatMap(path => {
    const level = path.startsWith('tests/tests/api/') ? 'server' : 'parts';
    return inRust(read(path)).map(({ id, name }) => ({
      id,
      level,
      path,
      test: name,
      name: `${shown(path)}: ${name}`,
    }));
  });
  const console = [...files('ui/src', '.test.ts', '.test.tsx'), ...files('ui/frontends', '.test.ts')];
  const typescript = [...console, ...files('tests/browser', '.test.ts')].flatMap(path => {
    const level = path.startsWith('tests/browser/') ? 'browser' : 'parts';
    return inTypeScript(read(path)).map(({ id, name }) => ({
      id,
      level,
      path,
      test: name,
      name: `${shown(path)}: ${name}`,
    }));
  });
  return [...ofScenarios(), ...rust, ...typescript];
}
