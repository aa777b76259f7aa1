// `npm start`: everything on a fresh machine, seconds on a known one. Arguments after `--` go to the server.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildConsole, installPackages, root, run } from './tools.mjs';

try {
  installPackages();
  buildConsole();
  run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'waybill']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const server = spawn(join(root, 'target/release/waybill'), ['serve', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.on('SIGINT', () => server.kill('SIGINT'));
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', code => process.exit(code ?? 1));
