// Programs of others that the tests use, each installed once: under the lock and in the folders of `tests/src/tools.rs`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How what a file requires is installed: `$1` is the folder, which is not there yet, and `$2` the file. */
const INSTALL = {
  python: `python3 -m venv "$1" && "$1/bin/python" -m pip install \
    --quiet --disable-pip-version-check --no-deps --requirement "$2"`,
  node: `mkdir "$1" && cp "$2" "$1/package.json" && (cd "$1" && npm install \
    --silent --no-audit --no-fund --no-package-lock)`,
};

/** The folder with what a file of `tests/clients` requires. */
export function installed(kind: keyof typeof INSTALL, file: string): string {
  const clients = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'clients');
  mkdirSync(clients, { recursive: true });
  const required = join(root, 'tests/clients', file);
  const digest = createHash('sha256').update(readFileSync(required)).digest('hex');
  const folder = join(clients, `${kind}-${digest.slice(0, 16)}`);
  const script = `[ -e "$1/whole" ] && exit\nrm -rf "$1"\n${INSTALL[kind]} || exit\ntouch "$1/whole"`;
  execFileSync('flock', [join(clients, 'lock'), 'sh', '-c', script, 'sh', folder, required]);
  return folder;
}
