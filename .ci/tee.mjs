// `node .ci/tee.mjs FILE PROGRAM ARGUMENTS`: runs a program, shows what it prints, and keeps it in a file as well.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const [file, program, ...args] = process.argv.slice(2);
mkdirSync(dirname(file), { recursive: true });
const log = createWriteStream(file);
const running = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'] });
for (const name of ['stdout', 'stderr']) {
  running[name].on('data', data => {
    process[name].write(data);
    log.write(data);
  });
}
running.on('error', error => {
  console.error(error.message);
  process.exitCode = 1;
});
running.on('close', status => {
  process.exitCode = status ?? 1;
  log.end();
});
