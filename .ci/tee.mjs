// `node .ci/tee.mjs FILE PROGRAM ARGUMENTS`: runs a program, shows what it prints, and keeps it in a file as well.
//
// A program that prints nothing for too long hangs. It is ended, and the tests are named that cargo's runner has reported
// as slow: a run that is ended from outside would name none.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { whenEnded } from './tools.mjs';

const SILENCE_MAX_S = Number(process.env.WAYBILL_SILENCE_MAX_S ?? 600);

const [file, program, ...args] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
const log = createWriteStream(file);
// a process group of its own, so that what hangs under the program ends with it
const running = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], detached: true });
whenEnded(process.pid, `kill -9 -${running.pid}`);
const unfinished = new Set();
let [partOfLine, newest, hangs] = ['', '', false];

for (const name of ['stdout', 'stderr']) {
  running[name].on('data', data => {
    process[name].write(data);
    log.write(data);
    follow(String(data));
    silence.refresh();
  });
}
const silence = setTimeout(() => {
  hangs = true;
  console.log(`\nfailures:\n    nothing was printed for ${SILENCE_MAX_S} s, so this was ended: ${newest}`);
  for (const test of unfinished) console.log(`test ${test} ... FAILED`);
  console.log(`test result: FAILED. 0 passed; ${unfinished.size || 1} failed`);
  end('SIGKILL');
  // what has left the group may keep its pipes
  setTimeout(() => process.exit(1), 5_000).unref();
}, SILENCE_MAX_S * 1000);

running.on('error', error => {
  console.error(error.message);
  process.exitCode = 1;
});
running.on('close', status => {
  clearTimeout(silence);
  process.exitCode = hangs ? 1 : (status ?? 1);
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
    newest = /^ +Running (.*)/.exec(line)?.[1] ?? newest;
    const long = /^test (\S+) has been running for over/.exec(line);
    if (long) unfinished.add(long[1]);
    const done = /^test (\S+) \.\.\. /.exec(line);
    if (done) unfinished.delete(done[1]);
  }
}
