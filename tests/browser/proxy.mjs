import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A network between the browser and the server that can be slow, or stall. */
export class SlowNetwork {
  /** How long each piece is on its way, in each direction. */
  delayMs = 0;
  #open = new Set();
  #held = null;
  #listener;
  #port;

  constructor(listener) {
    this.#listener = listener;
    this.#port = listener.address().port;
  }

  /** One in front of a server that listens on this port. */
  static async to(target) {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const network = new SlowNetwork(listener);
    listener.on('connection', near => network.#join(near, connect(target, '127.0.0.1')));
    return network;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** From now on nothing arrives. */
  hold() {
    this.#held ??= [];
  }

  /** How many pieces have come and are held. */
  get waiting() {
    return this.#held?.length ?? 0;
  }

  /** What was held arrives, in order, and so does everything after it. */
  release() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const deliver of held) deliver();
  }

  end() {
    this.#listener.close();
    for (const socket of this.#open) socket.destroy();
  }

  #join(near, far) {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.#open.add(from);
      from.on('data', piece => this.#carry(() => void (to.writable && to.write(piece))));
      from.on('end', () => this.#carry(() => void to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => this.#open.delete(from));
    }
  }

  #carry(deliver) {
    const arrive = () => (this.#held ? void this.#held.push(deliver) : deliver());
    // equal delays keep the order
    if (this.delayMs > 0) setTimeout(arrive, this.delayMs);
    else arrive();
  }
}
