// What the npm scripts share. Only Node's own modules, since this is what installs all others.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Where Linux keeps files in memory, and the room that the tests need there, and a build beside it. */
const MEMORY = '/dev/shm';
const MEMORY_FREE_MIN_BYTES = 4 * 1024 ** 3;
const MACHINE_FREE_MIN_BYTES = 3 * MEMORY_FREE_MIN_BYTES;

/**
 * Lets the programs that are run keep their temporary files in memory, where there is room for them: the tests make
 * a thousand data directories, and waited for the disk for half of their time. What is there is removed when this
 * process has ended, however it does. Elsewhere nothing changes.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const isTight = bavail * bsize < MEMORY_FREE_MIN_BYTES;
    if (isTight || process.availableMemory() < MACHINE_FREE_MIN_BYTES) return;
    const folder = mkdtempSync(join(MEMORY, 'waybill-'));
    whenEnded(process.pid, `rm -rf '${folder}'`);
    // as /tmp is: some tests run programs as another user
    chmodSync(folder, 0o1777);
    if (canRunFrom(folder)) process.env.TMPDIR = folder;
  } catch {
    // some containers and users may not write there
  }
}

/** Whether programs may be run from a folder: tests compile some and run them there. */
function canRunFrom(folder) {
  const probe = join(folder, 'probe');
  writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(probe).status === 0;
}

/** Runs a line of the shell once a process has ended, also if it was killed. */
export function whenEnded(pid, line) {
  const wait = `while kill -0 ${pid} 2>/dev/null; do sleep 1; done; ${line}`;
  spawn('sh', ['-c', wait], { detached: true, stdio: 'ignore' }).unref();
}

/** Where cargo puts the server, by the name of the profile's folder. */
export const binaryOf = profile =>
  join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), profile, 'waybill');

/**
 * Where programs print: the terminal, or the file of the step that runs.
 * @type {import('node:child_process').StdioOptions}
 */
let output = 'inherit';

/** Does something while all programs print into an open file. */
export function printingInto(file, doIt) {
  output = ['ignore', file, file];
  try {
    return doIt();
  } finally {
    output = 'inherit';
  }
}

/** Runs a program with its output shown. Throws a sentence when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: output, ...options });
  const failure = /** @type {NodeJS.ErrnoException | undefined} */ (done.error);
  if (failure?.code === 'ENOENT') throw new Error(`${command} is not installed. ${hint(command)}`);
  if (done.status !== 0)
    throw new Error(`'${command} ${args.join(' ')}' failed (${done.status ?? done.signal})`);
}

/** What a program prints, or nothing when it fails. */
export function ask(command, args) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return done.status === 0 ? done.stdout.trim() : null;
}

function hint(command) {
  return command === 'cargo' ? 'Install Rust 1.95 or newer with rustup.' : 'Install it and try again.';
}

/** A hash of files and folders: what was made from them is up to date if it has not changed. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const take = path => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) {
        if (name !== 'dist' && name !== 'node_modules') take(join(path, name));
      }
    } else {
      hash.update(path).update(readFileSync(full));
    }
  };
  paths.forEach(take);
  return hash.digest('hex');
}

/** Does something only when its inputs have changed since it was last done. */
function unlessDone(stamp, inputs, isThere, doIt) {
  const path = join(root, stamp);
  const now = hashOf(inputs);
  if (isThere() && existsSync(path) && readFileSync(path, 'utf8') === now) return false;
  doIt();
  writeFileSync(path, now);
  return true;
}

/** Installs the npm packages that the lockfile names. */
export function installPackages() {
  unlessDone(
    'node_modules/.waybill-stamp',
    ['package.json', 'package-lock.json', '.npmrc'],
    () => existsSync(join(root, 'node_modules')),
    () => run('npm', ['ci', '--no-audit', '--no-fund']),
  );
}

/** Builds the console and its front-ends into ui/dist, with compressed twins beside what gains by it. */
export function buildConsole() {
  return unlessDone(
    'ui/dist/.waybill-stamp',
    ['ui', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', '.ci/frontends.mjs', '.ci/compress.mjs'],
    () => existsSync(join(root, 'ui/dist/index.html')),
    () => run('npm', ['run', '--silent', 'ui:build']),
  );
}

/** The browsers that do, the quickest first: the headless shell draws no window of its own. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const isThere = program => Boolean(ask('which', [program]));

/**
 * What the tests use beside Rust and Node: a browser, a foreign maker of one-time codes, a library that lets system
 * calls fail, an LDAP server, and proxies to run before the server; for the long tests also what builds images and
 * root folders, and clients and servers of packages. Debian's where they can be installed; without them a test
 * reports that it did not run.
 */
export function installTestTools(long = false) {
  installTools({
    ...(BROWSERS.some(isThere) ? {} : { 'chromium-headless-shell': 'chromium-headless-shell' }),
    oathtool: 'oathtool',
    'fiu-run': 'fiu-utils',
    unzip: 'unzip',
    zip: 'zip',
    python3: 'python3',
    nginx: 'nginx',
    haproxy: 'haproxy',
    caddy: 'caddy',
    apache2: 'apache2-bin',
    promtool: 'prometheus',
    skopeo: 'skopeo',
    slapd: 'slapd',
    ...(long
      ? { buildah: 'buildah', 'docker-registry': 'docker-registry', mmdebstrap: 'mmdebstrap', mvn: 'maven' }
      : {}),
  });
  if (long) installJavaTools();
}

/** Installs Ivy and the plugins of Maven that the tests use. They are no programs, but files in folders of Debian's. */
function installJavaTools() {
  const at = path => join('/usr/share/maven-repo', path);
  const plugins = ['deploy', 'install', 'dependency'].map(name => [
    `libmaven-${name}-plugin-java`,
    at(`org/apache/maven/plugins/maven-${name}-plugin`),
  ]);
  const wanted = [...plugins, ['junit4', at('junit/junit')], ['ivy', '/usr/share/java/ivy.jar']];
  const missing = wanted.filter(([, path]) => !existsSync(path)).map(([name]) => name);
  if (missing.length > 0) installDebian(missing);
}

/** Installs the packages of programs that are missing, by the name of the program, where this is root on Debian. */
export function installTools(wanted) {
  const missing = Object.entries(wanted)
    .filter(([program]) => !isThere(program))
    .map(([, name]) => name);
  if (missing.length > 0) installDebian(missing);
}

/** Installs packages of Debian, where that is possible. */
export function installDebian(packages) {
  if (process.getuid?.() !== 0 || !ask('which', ['apt-get'])) return;
  console.log(`Installing ${packages.join(', ')} ...`);
  // At this runlevel Debian starts none of the services that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  run('apt-get', ['update', '-qq'], { env });
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The browser for the tests: the one that is there, or Playwright's own. */
export function findBrowser() {
  const there = process.env.WAYBILL_BROWSER || BROWSERS.map(name => ask('which', [name])).find(Boolean);
  if (there) return there;
  run('npx', ['playwright-core', 'install', 'chromium']);
  return '';
}
