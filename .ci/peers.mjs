// Installs servers of others into the target directory, and runs the tests of remote repositories with them.
//
// Nothing of them is part of the repository: they are only measured against.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './tools.mjs';

const VERDACCIO = '6.8.0';

const folder = join(root, 'target/clients', `verdaccio-${VERDACCIO}`);
const program = join(folder, 'node_modules/.bin/verdaccio');
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { verdaccio: VERDACCIO },
    // One of its dependencies names this one by a tag, which not every registry has.
    overrides: { 'node-fetch': '2.6.7' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder });
}
run('cargo', ['test', '--workspace', '--locked', '--test', 'api', '--', 'npm_installs_what_verdaccio_has'], {
  env: { ...process.env, WAYBILL_VERDACCIO: program },
});
