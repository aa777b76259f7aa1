import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary =
  process.env.WAYBILL_BIN ?? fileURLToPath(new URL('../../target/debug/waybill', import.meta.url));

/**
 * Settings under which a one-time code also counts one step earlier or later, so that no test waits for the next one.
 * They begin a section, so other settings come before them.
 */
export const ONE_STEP_EITHER_WAY = '[installation.access]\ntotp_skew_steps = 1\n';

/** So many ports this process has looked at. */
let taken = 0;

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
  static async start(
    settings = ONE_STEP_EITHER_WAY,
    port?: number,
    flags: readonly string[] = [],
  ): Promise<Server> {
    const server = new Server(port ?? (await freePort()), flags);
    writeFileSync(server.config, settings);
    await server.run();
    return server;
  }

  /** A free port. */
  static freePort = freePort;

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const listen = `127.0.0.1:${this.port}`;
    const args = ['serve', '--data', this.data, '--listen', listen, '--config', this.config, ...this.flags];
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    let output = '';
    let complained = '';
    child.stderr.on('data', chunk => {
      complained += String(chunk);
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', chunk => {
        output += String(chunk);
        const link = /http\S+\/ui\/setup\?token=\S+(?=\s)/.exec(output)?.[0];
        // what is printed has a name, and the tests stay at one address: cookies are for a host
        this.setupLink = link?.replace('//localhost:', '//127.0.0.1:') ?? this.setupLink;
        // the first start is on an empty data directory, and there the link follows the address
        if (output.includes('is ready at') && this.setupLink !== '') resolve();
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
    stops.set(this.origin, stopsOf(this.origin) + 1);
    child.kill(signal);
    await ended;
    this.process = null;
  }

  async end(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.place, { recursive: true, force: true });
  }
}

const stops = new Map<string, number>();

/** How many times the server of an address has been stopped. */
export const stopsOf = (address: string) => stops.get(new URL(address).origin) ?? 0;

/** Below the ports that connections take for their own ends: it stays free, also while a server is restarted. */
async function freePort(): Promise<number> {
  // Each worker has a range of its own: a port is only taken once the server that it is for listens.
  const first = 10_000 * Number(process.env.VITEST_POOL_ID ?? 1);
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = first + ((process.pid + taken) % 10_000);
    taken += 1;
    const probe = createServer();
    const isFree = await new Promise<boolean>(resolve => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise(closed => probe.close(closed));
    return port;
  }
  throw new Error('no port is free');
}
