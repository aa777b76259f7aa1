import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Server } from './server';

/** A terminal beside the browser, with a token of the administrator. */
export class Terminal {
  readonly #server: Server;
  readonly #token: string;

  constructor(server: Server) {
    const made = server.ask('token', 'make', '--user', 'ann', '--expires', '1d', '--data', server.data);
    this.#server = server;
    this.#token = made.trim().split('\n').at(-1) ?? '';
  }

  /** The credentials of its requests. */
  get authorization(): string {
    return `Basic ${Buffer.from(`_:${this.#token}`).toString('base64')}`;
  }

  /** Stores something at a path below those of the repositories. */
  async put(path: string, content: string, type = 'application/octet-stream'): Promise<void> {
    const address = `${this.#server.origin}/artifactory/${path}`;
    const head = ['-H', `content-type: ${type}`, '-u', `_:${this.#token}`];
    const sent = promisify(execFile)('curl', [
      ...['--fail', '-sS', ...head],
      ...['-X', 'PUT', '--data-binary', '@-', address],
    ]);
    sent.child.stdin?.end(content);
    await sent;
  }

  /** Creates a local repository. */
  async create(key: string, packageType = 'generic'): Promise<void> {
    await this.put(
      `api/repositories/${key}`,
      JSON.stringify({ rclass: 'local', packageType }),
      'application/json',
    );
  }
}

/** A clean home, in which the commands of a package client are entered. */
export class Home {
  readonly path = mkdtempSync(join(tmpdir(), 'waybill-home-'));

  /** Makes a folder with a file in it. */
  write(folder: string, file: string, content: string): void {
    mkdirSync(join(this.path, folder), { recursive: true });
    writeFileSync(join(this.path, folder, file), content);
  }

  /** Enters a command in a folder. */
  async enter(folder: string, command: string): Promise<string> {
    const [program = '', ...words] = command.split(' ');
    const env = { PATH: process.env.PATH, HOME: this.path, npm_config_update_notifier: 'false' };
    mkdirSync(join(this.path, folder), { recursive: true });
    const { stdout } = await promisify(execFile)(program, words, { cwd: join(this.path, folder), env });
    return stdout;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
