import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary =
  process.env.WAYBILL_BIN ?? fileURLToPath(new URL('../../target/debug/waybill', import.meta.url));

/** The real server on a data directory of its own. A restart keeps the directory and the port. */
export class Server {
  private readonly place = mkdtempSync(join(tmpdir(), 'waybill-browser-'));
  readonly data = join(this.place, 'data');
  /** The configuration file. */
  readonly config = join(this.place, 'waybill.toml');
  setupLink = '';
  private process: ChildProcess | null = null;

  private constructor(
    private readonly port: number,
    private readonly flags: readonly string[],
  ) {}

  /** Starts one on an empty data directory, with these settings as its configuration file holds them. */
  static async start(settings = '', port?: number, flags: readonly string[] = []): Promise<Server> {
    const server = new Server(port ?? (await freePort()), flags);
    writeFileSync(server.config, settings);
    await server.run();
    return server;
  }

  /** A port that nobody listens on. */
  static freePort = freePort;

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const listen = `127.0.0.1:${this.port}`;
    const args = ['serve', '--data', this.data, '--listen', listen, '--config', this.config, ...this.flags];
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    let said = '';
    let complained = '';
    child.stderr.on('data', chunk => {
      complained += String(chunk);
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', chunk => {
        said += String(chunk);
        // On an empty data directory the link follows the address.
        this.setupLink = /http\S+\/ui\/setup\?token=\S+/.exec(said)?.[0] ?? this.setupLink;
        if (said.includes('is ready at')) setTimeout(resolve, 100);
      });
      child.once('exit', code => reject(new Error(`the server ended (${code}): ${complained}`)));
    });
  }

  /** Runs another command of the program. Throws when it fails. */
  ask(...args: string[]): string {
    return execFileSync(binary, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null) return;
    child.removeAllListeners('exit');
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    this.process = null;
  }

  async end(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.place, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
