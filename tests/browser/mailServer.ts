// The mail server of the tests, `tests/clients/smtp_server.py`, which writes each mail that arrives to a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { Server } from './server';
import { SLOWNESS } from './slowness';
import { installed, root } from './tools';

const PROGRAM = join(root, 'tests/clients/smtp_server.py');

/** Python is slow on a busy machine. */
const PATIENCE = { timeout: 60_000 * SLOWNESS, interval: 50 };

/** The link in an invitation. */
export const INVITATION = /http\S+\/ui\/login\/invitation#token=\S+/;

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
    const python = join(installed('python', 'smtp-requirements.txt'), 'bin/python');
    this.#process = spawn(python, run, { stdio: ['ignore', 'ignore', 'inherit'] });
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

  /** The link in the newest mail with one like it, once there are so many of them. */
  async link(link: RegExp, count = 1): Promise<string> {
    const { text } = await this.arrived(link, count);
    return link.exec(text)?.[0] ?? '';
  }

  end(): void {
    this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
