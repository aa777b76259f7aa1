// `npm run deny`: what dependencies may be, by deny.toml: licences, bans and sources. Advisories need a database from the
// network.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, run } from './tools.mjs';

/** Where cargo-deny is built, once. */
const TOOLS = join(root, 'target', 'tools');

/** The program: the one that is installed, or one that is built here. */
function cargoDeny() {
  if (ask('cargo-deny', ['--version'])) return 'cargo-deny';
  const built = join(TOOLS, 'bin', 'cargo-deny');
  if (!existsSync(built)) {
    console.log('Building cargo-deny ...');
    run('cargo', ['install', 'cargo-deny', '--locked', '--debug', '--root', TOOLS]);
  }
  return built;
}

run(cargoDeny(), ['--offline', '--locked', 'check', '--hide-inclusion-graph', 'licenses', 'bans', 'sources']);
