// A proxy that makes tunnels to addresses, and notes what it is asked for.
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export class Tunnels {
  readonly #http = createServer();
  readonly #open = new Set<Duplex>();
  /** The addresses that it was asked for, each with the credentials that came with it. */
  readonly asked: { target: string; credentials: string | undefined }[] = [];

  /** Starts one on this machine. */
  static async start(): Promise<Tunnels> {
    const started = new Tunnels();
    started.#http.on('connect', (request, client) => started.#connect(request, client));
    await new Promise<void>(listens => started.#http.listen(0, '127.0.0.1', listens));
    return started;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  end(): void {
    this.#http.close();
    for (const socket of this.#open) socket.destroy();
  }

  #connect(request: IncomingMessage, client: Duplex): void {
    const target = request.url ?? '';
    this.asked.push({ target, credentials: request.headers['proxy-authorization'] });
    const { hostname, port } = new URL(`tunnel://${target}`);
    const server: Socket = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(server).pipe(client);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#open.delete(one);
        other.destroy();
      });
    }
  }
}
