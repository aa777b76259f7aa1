import { execFile } from 'node:child_process';
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
