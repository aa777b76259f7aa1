// `npm run test:faults [filter ...]`: faults that are made on purpose, each of which a test must notice. `npm run test:all`
// makes all of them; `npm test` checks that their texts are there (`--check`).
//
// tests/faults lists them: a text of a file, what takes its place, and the narrow command that must fail then. Each is
// made in a scratch copy of the working tree and taken back. A text that is not there exactly once, a fault that does
// not compile and a command that runs no test or fails without any fault are errors: they would prove nothing.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask, root } from './tools.mjs';

const folder = join(root, 'tests/faults');
const scratch = join(root, 'target/faults/tree');
/** Built apart from all else, and kept, so that each fault builds only what it changes. */
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target/faults/target');

/** Every fault whose name or file contains one of the filters, in the order of the files. */
async function listed(filters) {
  const all = [];
  for (const file of readdirSync(folder)
    .filter(name => name.endsWith('.mjs'))
    .sort()) {
    const { default: faults } = await import(pathToFileURL(join(folder, file)).href);
    all.push(...faults);
  }
  const names = all.map(fault => fault.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`there are two faults '${twice}'`);
  const isWanted = ({ name, file }) => filters.some(filter => name.includes(filter) || file.includes(filter));
  return filters.length === 0 ? all : all.filter(isWanted);
}

function git(args, options = {}) {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) throw new Error(`'git ${args.join(' ')}' failed: ${done.stderr}`);
  return done.stdout;
}

/** The working tree as it is, what git does not know yet included. */
function copyTree() {
  dropTree();
  mkdirSync(join(root, 'target/faults'), { recursive: true });
  git(['worktree', 'add', '--quiet', '--detach', scratch, 'HEAD']);
  const changed = git(['diff', '--binary', 'HEAD']);
  if (changed) git(['apply', '--whitespace=nowarn'], { cwd: scratch, input: changed });
  for (const name of git(['ls-files', '--others', '--exclude-standard']).split('\n').filter(Boolean)) {
    mkdirSync(join(scratch, name, '..'), { recursive: true });
    writeFileSync(join(scratch, name), readFileSync(join(root, name)));
  }
}

function dropTree() {
  ask('git', ['worktree', 'remove', '--force', scratch]);
  rmSync(scratch, { recursive: true, force: true });
  ask('git', ['worktree', 'prune']);
}

/** A fault may keep a test from ending, which is noticed too. */
const TEST_SECONDS_MAX = 600;

/** Runs a command in the copy, and returns how it ended and what it printed. */
function attempt(command) {
  const [program, ...args] = command.split(' ');
  // the server that is tested is the copy's own
  const WAYBILL_BIN = join(target, 'debug/waybill');
  // and what a sample would miss is not to survive
  const env = { ...process.env, CARGO_TARGET_DIR: target, WAYBILL_BIN, WAYBILL_WHOLE: '1' };
  const done = spawnSync(program, args, { cwd: scratch, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { passed: done.status === 0, printed: `${done.stdout}${done.stderr}` };
}

/** Builds the tests first: a fault that does not compile is noticed by nothing that runs. */
function outcome(command) {
  const built = attempt(command.replace('cargo test', 'cargo test --no-run --quiet'));
  if (!built.passed) return { built: false, printed: built.printed };
  if (command.includes('--test api')) {
    const server = attempt('cargo build --workspace --bin waybill --quiet');
    if (!server.passed) return { built: false, printed: server.printed };
  }
  // `timeout` also ends what cargo has started
  const { passed, printed } = attempt(`timeout --kill-after=10 ${TEST_SECONDS_MAX} ${command} --quiet`);
  const ran = [...printed.matchAll(/^running (\d+) tests?$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return { built: true, passed, ran, printed };
}

const tail = text => text.trim().split('\n').slice(-12).join('\n');

/** Why a command proves nothing, if so; each is asked once. */
const sound = new Map();
function problemOf(command) {
  if (!sound.has(command)) {
    const { built, passed, ran, printed } = outcome(command);
    const problem = !built
      ? 'does not build'
      : !passed
        ? 'fails without a fault'
        : ran === 0
          ? 'runs no test'
          : null;
    sound.set(command, problem && `'${command}' ${problem}:\n${tail(printed)}`);
  }
  return sound.get(command);
}

/** Makes one fault, and returns the outcome. */
function make({ file, text, replacement, test, survives }) {
  const path = join(scratch, file);
  const whole = readFileSync(path, 'utf8');
  const times = whole.split(text).length - 1;
  if (times !== 1) return { verdict: 'error', why: `its text is ${times} times in ${file}` };
  const problem = problemOf(test);
  if (problem) return { verdict: 'error', why: problem };
  writeFileSync(
    path,
    whole.replace(text, () => replacement),
  );
  try {
    const { built, passed, printed } = outcome(test);
    if (!built) return { verdict: 'error', why: `it does not compile:\n${tail(printed)}` };
    if (!passed)
      return { verdict: 'caught', why: survives && `it is listed as one that survives: ${survives}` };
    return survives ? { verdict: 'known', why: survives } : { verdict: 'survived', why: `'${test}' passes` };
  } finally {
    writeFileSync(path, whole);
  }
}

/** Whether the text of each fault is where it is to be changed; nothing is built. */
function checkTexts(faults) {
  const stale = faults.filter(
    ({ file, text }) =>
      !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8').split(text).length !== 2,
  );
  for (const { name, file } of stale) console.log(`${name}: its text is not once in ${file}`);
  return stale.length === 0;
}

if (process.argv.includes('--check')) process.exit(checkTexts(await listed([])) ? 0 : 1);

const counts = { caught: 0, known: 0, survived: 0, error: 0 };
try {
  const filters = process.argv.slice(2);
  const faults = await listed(filters);
  if (faults.length === 0) throw new Error(`no fault has ${filters.join(' or ')} in its name or file`);
  copyTree();
  for (const fault of faults) {
    const start = Date.now();
    const { verdict, why } = make(fault);
    counts[verdict] += 1;
    const seconds = String(Math.round((Date.now() - start) / 1000)).padStart(4);
    console.log(`${seconds} s  ${verdict.padEnd(8)} ${fault.name}${why ? `: ${why}` : ''}`);
  }
  console.log(
    `${counts.caught} caught, ${counts.known} known to survive, ${counts.survived} survived, ${counts.error} errors`,
  );
  if (counts.survived + counts.error > 0) process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  dropTree();
}
