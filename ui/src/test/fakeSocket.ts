import type { SocketLike } from '@/engine/link';
import type { ClientMessage, ServerMessage } from '@/generated/api';
import type { FakeServer } from './fakeServer';

/** One end of a socket in memory. */
export class FakeSocket implements SocketLike {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  open = true;
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
    setTimeout(() => {
      if (server.reachable) this.onopen?.(new Event('open'));
      else this.drop(1006);
    });
  }

  send(text: string): void {
    const message: ClientMessage = JSON.parse(text);
    const arrive = () => {
      if (this.open) this.#server.receive(this, message);
    };
    if (this.#server.held) this.#server.held.push(arrive);
    else setTimeout(arrive, this.#server.delayMs);
  }

  push(message: ServerMessage): void {
    if (this.open) this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  close(): void {
    this.open = false;
  }

  drop(code: number): void {
    if (!this.open) return;
    this.open = false;
    this.onclose?.(new CloseEvent('close', { code }));
  }
}
