// `npm test`: every kind of test, the browser included, on a machine that has nothing but Rust and Node.
// `npm run test:all` adds the long programmes.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { RAN, writeProofs } from './proofs.mjs';
import { inSteps } from './steps.mjs';
import {
  binaryOf,
  buildConsole,
  findBrowser,
  installPackages,
  installTestTools,
  keepTemporaryFilesInMemory,
  root,
  run,
} from './tools.mjs';

const long = process.argv.includes('--all');
/**
 * In CI the compiler is clippy's, which compiles as rustc does and lints on the way: nothing is compiled twice there.
 * On a developer's machine the builds are those of `cargo build` and `cargo test`, which later ones use again.
 */
const LINTING = process.env.CI ? ['--config', 'build.rustc-workspace-wrapper="clippy-driver"'] : [];
const SCENARIOS = long ? 'scenarios' : 'scenarios/login';
const ALL_TARGETS = ['--workspace', '--all-targets', '--locked'];
const cargo = (...args) => run('cargo', [...LINTING, ...args]);
/** Fails on what clippy found while it compiled: cargo shows the warnings of a finished build again. */
const clippy = () => {
  if (LINTING.length === 0) return cargo('clippy', ...ALL_TARGETS, '--', '-D', 'warnings');
  const build = [...LINTING, 'build', ...ALL_TARGETS];
  const { status, stderr } = spawnSync('cargo', build, { cwd: root, encoding: 'utf8' });
  if (status === 0 && !/^warning/m.test(stderr)) return;
  console.error(stderr);
  throw new Error('clippy found something');
};
const npx = (...args) => run('npx', args);
/** Vitest, with what passed kept for docs/what-proves-what.md. */
const vitest = (name, ...args) =>
  npx(
    'vitest',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(RAN, `${name}.json`)}`,
  );
const browserTests = slowness => {
  process.env.WAYBILL_SLOWNESS = String(slowness);
  const quick = long ? [] : ['--exclude', 'long/**'];
  vitest('browser', '--config', 'tests/browser/vitest.config.ts', ...quick);
};
/** Package clients and servers of others, which the tests install. */
const programsOfOthers = () => {
  const targets = ['--test', 'api', '--test', 'versions'];
  const tests = ['cargo', ...LINTING, 'test', '--workspace', '--locked', ...targets, 'clients::long'];
  run('node', ['.ci/tee.mjs', join(RAN, 'long.log'), ...tests]);
  // The store of objects among them is for the tests of what speaks to it, too.
  const clients = join(waybill, '../../clients');
  const stores = readdirSync(clients).map(name => join(clients, name, 'bin/moto_server'));
  process.env.WAYBILL_MOTO_SERVER = stores.find(existsSync);
  cargo('test', '--workspace', '--locked', '--test', 'blobs', '--test', 's3');
};
// what an earlier run proved proves nothing of this one
rmSync(RAN, { recursive: true, force: true });
const waybill = binaryOf('debug');
process.env.WAYBILL_BIN = waybill;
// They wait for servers, clients and disks for half of their time.
process.env.RUST_TEST_THREADS ??= String(availableParallelism() * 2);
// The tests run a sample of what takes long (`whole()` in tests/journal, tests/browser/whole.ts), or all of it.
if (long) process.env.WAYBILL_WHOLE = '1';
keepTemporaryFilesInMemory();

inSteps([
  ['packages', installPackages],
  ['tools', () => installTestTools(long)],
  [
    'browser',
    () => {
      process.env.WAYBILL_BROWSER = findBrowser();
    },
  ],
  ['types', () => run('npm', ['run', '--silent', 'typecheck']), 'check'],
  ['lint', () => run('npm', ['run', '--silent', 'lint']), 'check'],
  ['fault texts', () => run('node', ['.ci/faults.mjs', '--check']), 'check'],
  ['notices', () => run('node', ['.ci/notices.mjs', '--check']), 'check'],
  ['console', buildConsole],
  ['console size', () => run('npm', ['run', '--silent', 'size']), 'check'],
  ['console tests', () => vitest('console'), 'check'],
  ['format', () => cargo('fmt', '--all', '--check'), 'check'],
  ['server', () => cargo('build', ...(LINTING.length > 0 ? ALL_TARGETS : ['--workspace', '--locked']))],
  ['clippy', clippy, 'check'],
  [
    'server tests',
    () =>
      run('node', [
        '.ci/tee.mjs',
        join(RAN, 'cargo.log'),
        'cargo',
        ...LINTING,
        'test',
        '--workspace',
        '--locked',
        '--no-fail-fast',
        // `npm run test:all` has a step of its own for them.
        '--',
        '--skip',
        'clients::long',
      ]),
    'check',
  ],
  // The server tests check all charts and scenarios already: here it is the command line that is tested.
  ...(long ? [['charts', () => run(waybill, ['chart', 'check']), 'check']] : []),
  ['scenarios', () => run(waybill, ['scenario', 'run', SCENARIOS, '--coverage']), 'check'],
  ['browser tests', () => browserTests(1), 'check'],
  ...(long ? [['programs of others', programsOfOthers, 'check']] : []),
  ['what proves what', () => writeProofs(long ? 'all' : 'quick'), 'check'],
  ...(long ? [['browser tests in slow tabs', () => browserTests(4), 'check']] : []),
  ...(long ? [['schemathesis', () => run('node', ['.ci/schemathesis.mjs']), 'check']] : []),
  ...(long
    ? [['without SAML', () => cargo('check', '-p', 'waybill', '--no-default-features', '--locked'), 'check']]
    : []),
  ...(long ? [['dependencies', () => run('npm', ['run', '--silent', 'deny']), 'check']] : []),
  ...(long ? [['container', () => run('node', ['.ci/container.mjs']), 'check']] : []),
  ...(long ? [['helm chart', () => run('node', ['.ci/helm.mjs']), 'check']] : []),
  ...(long ? [['crash programmes', () => run('npm', ['run', '--silent', 'test:crash']), 'check']] : []),
  ...(long ? [['clean Debian', () => run('node', ['.ci/debian.mjs']), 'check']] : []),
  ...(long ? [['fuzzing', () => run('npm', ['run', '--silent', 'test:fuzz']), 'check']] : []),
  ...(long ? [['flipped bits', () => run('npm', ['run', '--silent', 'test:flips']), 'check']] : []),
  ...(long ? [['seeded faults', () => run('npm', ['run', '--silent', 'test:faults']), 'check']] : []),
]);
