// The mail server of the tests, `tests/clients/smtp_server.py`, which writes each mail that arrives to a file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { Server } from './server';
import { SLOWNESS } from './slowness';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(root, 'tests/clients/smtp_server.py');
const REQUIREMENTS = join(root, 'tests/clients/smtp-requirements.txt');

/** Installs what the program needs, unless it is there: under the lock and in the folder of `tests/src/tools.rs`. */
const INSTALL = `
[ -e "$1/whole" ] && exit
rm -rf "$1" && python3 -m venv "$1" || exit
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --requirement "$2" || exit
touch "$1/whole"`;

/** Python is slow on a busy machine. */
const PATIENCE = { timeout: 60_000 * SLOWNESS, interval: 50 };

function installed(): string {
  const clients = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'clients');
  mkdirSync(clients, { recursive: true });
  const digest = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  const folder = join(clients, `python-${digest.slice(0, 16)}`);
  const script = ['sh', '-c', INSTALL, 'sh', folder, REQUIREMENTS];
  execFileSync('flock', [join(clients, 'lock'), ...script]);
  return join(folder, 'bin/python');
}

/** A mail that has arrived, as far as tests read it. */
interface Mail {
  to: string[];
  headers: Readonly<Record<string, string>>;
  text: string;
}

export class MailServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'waybill-mails-'));
  readonly #process: ChildProcess;

  private constructor(readonly port: number) {
    const run = ['-W', 'ignore', PROGRAM, String(port), this.#folder, 'none'];
    this.#process = spawn(installed(), run, { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** Starts one on this machine, which takes all mails unencrypted. */
  static async start(): Promise<MailServer> {
    const started = new MailServer(await Server.freePort());
    // not a poll of `expect`, which is for tests alone
    await vi.waitFor(async () => {
      if (!(await started.#isThere())) throw new Error('the mail server does not listen');
    }, PATIENCE);
    return started;
  }

  #isThere(): Promise<boolean> {
    return new Promise(resolve => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }

  /** The mails that have arrived, the oldest first. */
  mails(): Mail[] {
    const files = readdirSync(this.#folder).filter(name => name.endsWith('.json'));
    return files.sort().map(name => JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
  }

  /** The newest mail with these words once there are so many of them. */
  async arrived(words: string | RegExp, count = 1): Promise<Mail> {
    const those = () => this.mails().filter(({ text }) => text.search(words) >= 0);
    await expect.poll(() => those().length, PATIENCE).toBe(count);
    const newest = those().at(-1);
    if (!newest) throw new Error(`no mail has ${words}`);
    return newest;
  }

  end(): void {
    this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
