// Runs the steps of `npm test` and summarizes the result in a few lines.
//
// In CI what a step prints goes into a file of its own. A log of thousands of lines, some of them the expected
// complaints of tests that break things on purpose, hides the test that failed: so only what
// failed is shown, and the last lines are always the verdict.

import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { printingInto, root } from './tools.mjs';

/** At most this much is shown of a step that failed. */
const SHOWN_LINES = 400;

/**
 * Runs steps one after another. A step that prepares ends everything when it fails; after a check (`[name, step,
 * 'check']`) that fails the others still run, so that one run reports all that is wrong. Ends the process with 1 when
 * anything failed.
 */
export function inSteps(steps) {
  const logs = process.env.CI ? join(root, 'target', 'test-logs') : null;
  if (logs) mkdirSync(logs, { recursive: true });
  const done = [];
  for (const [name, step, kind] of steps) {
    const log = logs && join(logs, `${name.replaceAll(' ', '-')}.log`);
    console.log(`${log ? '' : '\n'}== ${name}`);
    const start = Date.now();
    const failure = attempt(step, log);
    const seconds = Math.round((Date.now() - start) / 1000);
    const printed = log ? textOf(log) : '';
    done.push({ name, failure, seconds, tests: testsIn(printed), failed: failedIn(printed) });
    if (!failure) continue;
    if (log) console.log(`${whatFailed(printed)}\n(whole: ${relative(root, log)})`);
    console.log(`${name}: ${failure}`);
    if (kind !== 'check') break;
  }
  summarize(done, steps.length, Boolean(logs));
  if (done.some(step => step.failure)) process.exit(1);
}

/** What was wrong with a step, or nothing. */
function attempt(step, log) {
  const file = log && openSync(log, 'w');
  try {
    if (file) printingInto(file, step);
    else step();
    return null;
  } catch (error) {
    return error.message;
  } finally {
    if (file) closeSync(file);
  }
}

function summarize(done, planned, counted) {
  console.log('');
  for (const { name, seconds, failure } of done) {
    console.log(`${String(seconds).padStart(5)} s  ${name}${failure ? '  FAILED' : ''}`);
  }
  if (done.length < planned) console.log(`${planned - done.length} steps did not run.`);
  if (!counted) return;
  for (const { name, failed } of done) for (const test of failed) console.log(`failed in ${name}: ${test}`);
  const sum = what => done.reduce((all, { tests }) => all + tests[what], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}

// colours and the cursor's movements, which mean nothing in a file
// biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences begin with one
const textOf = log => readFileSync(log, 'utf8').replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');

/** The number of tests in a log, by the closing lines of cargo's and Vitest's runners and of the scenarios. */
export function testsIn(text) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const closing = /^test result: .*|^\s*Tests {2}.*|^\d+ passed, \d+ failed.*/gm;
  for (const [line] of text.matchAll(closing)) {
    for (const [, count, what] of line.matchAll(/(\d+) (passed|failed|skipped|ignored)/g)) {
      counts[what === 'ignored' ? 'skipped' : what] += Number(count);
    }
  }
  return counts;
}

/** The names of the tests that failed, for the last lines: what is above them may be lost. */
export function failedIn(text) {
  const lines = text.matchAll(/^test (.*) \.\.\. FAILED$|^ FAIL {2}(.*)$/gm);
  return new Set([...lines].map(([, ofCargo, ofVitest]) => ofCargo ?? ofVitest));
}

/** The part of a failed step's log that names what failed: the runners' own lists of it, else the last lines. */
export function whatFailed(text) {
  const lines = text.split('\n');
  const failures = [];
  let inside = false;
  for (const line of lines) {
    if (/^failures:$/.test(line) || /Failed (Tests|Suites) \d+/.test(line)) inside = true;
    if (inside && !/^ +(\d+: |at )/.test(line)) failures.push(line);
    if (/^test result: FAILED/.test(line)) inside = false;
  }
  return (failures.length > 0 ? failures : lines.slice(-80)).slice(0, SHOWN_LINES).join('\n');
}
