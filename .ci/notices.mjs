// THIRD-PARTY-NOTICES: the packages of others that a build contains, with their licences. `npm run notices` writes it;
// with --check a stale file is written too, and the run fails, so that the difference is reviewed.
//
// Of the licences that a package offers, the first of ACCEPTED is chosen. Packages under Apache-2.0 share its text;
// for others the text that the package carries is copied, since it names who wrote it.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './tools.mjs';

const FILE = join(root, 'THIRD-PARTY-NOTICES');

/** The platform that is released. */
const PLATFORM = 'x86_64-unknown-linux-gnu';

/** The licences that a package may be under, the preferred ones first: those that deny.toml allows. */
export const ACCEPTED = acceptedBy(readFileSync(join(root, 'deny.toml'), 'utf8'));

/** The list `allow` of the section `[licenses]`. */
export function acceptedBy(toml) {
  const list = /\[licenses\][^[]*\nallow = \[([^\]]*)\]/.exec(toml);
  if (!list) throw new Error('deny.toml lists no licences');
  return [...list[1].matchAll(/"([^"]+)"/g)].map(match => match[1]);
}

/**
 * The licences to follow, by an expression such as `MIT OR Apache-2.0`: one of each alternative, all that are joined.
 * Throws a sentence when nothing that is accepted is offered.
 */
export function chosen(expression, accepted = ACCEPTED) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const refuse = () => {
    throw new Error(`the licence '${expression}' is not among those that deny.toml allows`);
  };
  const rank = licences => Math.max(...licences.map(one => accepted.indexOf(one)));
  const one = () => {
    const token = tokens[at++] ?? refuse();
    if (token === '(') {
      const inside = either();
      at++;
      return inside;
    }
    // An exception only permits more.
    const exception = tokens[at] === 'WITH' ? ` WITH ${tokens[at + 1]}` : '';
    if (exception) at += 2;
    const names = [`${token}${exception}`, token].filter(name => accepted.includes(name));
    return names.length > 0 ? [names[0]] : null;
  };
  const all = () => {
    let found = one();
    while (tokens[at] === 'AND') {
      at++;
      const next = one();
      found = found && next && [...new Set([...found, ...next])];
    }
    return found;
  };
  const either = () => {
    const offered = [all()];
    while (tokens[at] === 'OR') {
      at++;
      offered.push(all());
    }
    const usable = offered.filter(Boolean);
    return usable.sort((one, other) => rank(one) - rank(other))[0] ?? null;
  };
  return either() ?? refuse();
}

/** The crates in the binary: what it needs to run, without what only builds or tests it. */
function crates() {
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', PLATFORM];
  const text = execFileSync('cargo', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { packages, resolve } = JSON.parse(text);
  const byId = new Map(packages.map(one => [one.id, one]));
  const nodes = new Map(resolve.nodes.map(node => [node.id, node]));
  const isMacro = id => byId.get(id).targets.some(target => target.kind.includes('proc-macro'));
  const start = packages.find(one => one.name === 'waybill').id;
  const found = new Set([start]);
  const waiting = [start];
  while (waiting.length > 0) {
    for (const { pkg, dep_kinds } of nodes.get(waiting.pop()).deps) {
      const runs = dep_kinds.some(({ kind }) => kind === null) && !isMacro(pkg);
      if (runs && !found.has(pkg)) {
        found.add(pkg);
        waiting.push(pkg);
      }
    }
  }
  const foreign = [...found].map(id => byId.get(id)).filter(one => one.source);
  return foreign.map(({ name, version, license, authors, manifest_path }) => ({
    name,
    version,
    licence: license ?? '',
    authors,
    folder: dirname(manifest_path),
  }));
}

/** The npm packages in the console's scripts: all that the lock file installs for use and not for development. */
function modules() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(lock.packages).filter(([path, { dev, devOptional, optional }]) => {
    return path !== '' && !dev && !devOptional && !optional;
  });
  return shipped.map(([path, { version }]) => {
    const folder = join(root, path);
    const { name, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const authors = [author?.name ?? author].filter(Boolean);
    return { name, version, licence: license ?? '', authors, folder };
  });
}

/** The texts of a package: its notice, and its licence unless the shared text of Apache-2.0 is used. */
function textsOf({ folder }, licences) {
  const names = readdirSync(folder).sort();
  const matching = pattern => names.filter(name => pattern.test(name) && !/\.(rs|js|ts)$/.test(name));
  const read = name => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
  const own = licences.filter(name => name !== 'Apache-2.0');
  const offered = own.length > 0 ? matching(/^(licen[cs]e|copying|unlicense)/i) : [];
  const specific = offered.filter(name =>
    own.some(licence => name.toUpperCase().includes(licence.split('-')[0])),
  );
  const general = offered.filter(name => !/apache/i.test(name));
  const used = specific.length > 0 ? specific : general;
  return [...matching(/^notice/i), ...used].filter(name => existsSync(join(folder, name))).map(read);
}

/** The licences of a package; the error names it. */
function licencesOf({ name, licence }) {
  try {
    return chosen(licence);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

function noticesOf() {
  const kinds = [
    { title: 'Rust crates in the binary', packages: crates() },
    { title: 'npm packages in the console', packages: modules() },
  ];
  const texts = new Map();
  let page = `Waybill contains software of others, under the licences named here. Generated by .ci/notices.mjs.\n`;
  for (const { title, packages } of kinds) {
    page += `\n${title}\n${'='.repeat(title.length)}\n\n`;
    const line = one => `${one.name} ${one.version}`;
    packages.sort((one, other) => (line(one) < line(other) ? -1 : 1));
    for (const one of packages) {
      const licences = licencesOf(one);
      const own = textsOf(one, licences);
      const isNamed = own.length > 0 || licences.join() === 'Apache-2.0';
      // What carries no text names at least its authors.
      const by = isNamed ? '' : `, by ${one.authors.join(', ') || 'its contributors'}`;
      page += `${line(one)}: ${licences.join(' AND ')}${by}\n`;
      for (const text of own) {
        texts.set(text, [...(texts.get(text) ?? []), line(one)]);
      }
    }
  }
  for (const [text, users] of texts) page += `\n${'-'.repeat(80)}\n${users.join(', ')}\n\n${text}\n`;
  const apache = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return `${page}\n${'-'.repeat(80)}\nAll packages under Apache-2.0\n\n${apache}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fresh = noticesOf();
  const isStale = !existsSync(FILE) || readFileSync(FILE, 'utf8') !== fresh;
  if (isStale) writeFileSync(FILE, fresh);
  if (isStale && process.argv.includes('--check')) {
    console.error('THIRD-PARTY-NOTICES was stale and has been rewritten; look at the diff');
    process.exit(1);
  }
}
