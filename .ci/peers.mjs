// Installs programs of others into the target directory, and runs the tests that need them: a server of npm packages,
// and clients of the platform's public calls.
//
// Nothing of them is part of the repository: they are only measured against.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './tools.mjs';

const VERDACCIO = '6.8.0';
const REQUIREMENTS = join(root, 'tests/clients/platform-requirements.txt');

/** Installs into a folder of its own, unless that is done. */
function installed(name, install) {
  const folder = join(root, 'target/clients', name);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  // an interrupted one begins again
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  writeFileSync(done, '');
  return folder;
}

const verdaccio = installed(`verdaccio-${VERDACCIO}`, folder => {
  const manifest = {
    private: true,
    dependencies: { verdaccio: VERDACCIO },
    // One of its dependencies names this one by a tag, which not every registry has.
    overrides: { 'node-fetch': '2.6.7' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder });
});
const digest = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16);
const python = installed(`platform-${digest}`, folder => {
  run('python3', ['-m', 'venv', folder]);
  const fixed = ['--disable-pip-version-check', '--quiet', '--no-deps', '--requirement', REQUIREMENTS];
  run(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...fixed]);
});

const tests = ['npm_installs_what_verdaccio_has', 'clients_of_the_platform'];
run('cargo', ['test', '--workspace', '--locked', '--test', 'api', '--', ...tests], {
  env: {
    ...process.env,
    WAYBILL_VERDACCIO: join(verdaccio, 'node_modules/.bin/verdaccio'),
    WAYBILL_PLATFORM_CLIENTS: join(python, 'bin/python'),
  },
});
