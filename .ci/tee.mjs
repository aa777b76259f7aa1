// `node .ci/tee.mjs FILE PROGRAM ARGUMENTS`: runs a program, shows what it prints, and keeps it in a file as well.
//
// A program that prints nothing for too long hangs. It is ended, and the tests that had not finished are named: a run
// that is ended from outside would name none.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const SILENCE_MAX_S = Number(process.env.WAYBILL_SILENCE_MAX_S ?? 600);

const [file, program, ...args] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
const log = createWriteStream(file);
// a process group of its own, so that what hangs under the program ends with it
const running = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], detached: true });
const unfinished = new Set();
let partOfLine = '';

for (const name of ['stdout', 'stderr']) {
  running[name].on('data', data => {
    process[name].write(data);
    log.write(data);
    if (name === 'stdout') follow(String(data));
    silence.refresh();
  });
}
const silence = setTimeout(() => {
  console.log(`failures:\n    nothing was printed for ${SILENCE_MAX_S} s, so the tests were ended`);
  for (const test of unfinished) console.log(`test ${test} ... FAILED`);
  console.log('test result: FAILED. It did not finish.');
  end('SIGKILL');
}, SILENCE_MAX_S * 1000);

running.on('error', error => {
  console.error(error.message);
  process.exitCode = 1;
});
running.on('close', status => {
  clearTimeout(silence);
  process.exitCode = status ?? 1;
  log.end();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));

/** Ends the program with all that it has started. */
function end(signal) {
  try {
    process.kill(-running.pid, signal);
  } catch {
    // it has ended by itself
  }
}

/** Notes the tests that take long, as cargo's runner names them, until they end. */
function follow(text) {
  const lines = (partOfLine + text).split('\n');
  partOfLine = lines.pop() ?? '';
  for (const line of lines) {
    const long = /^test (\S+) has been running for over/.exec(line);
    if (long) unfinished.add(long[1]);
    const done = /^test (\S+) \.\.\. /.exec(line);
    if (done) unfinished.delete(done[1]);
  }
}
