import { createAtom } from '@xstate/store';
import type { Command, NackCode } from '@/generated/api';
import type { MessageOf } from './wire';

/** The session that a command was meant for has ended before it was answered. */
export const SESSION_CHANGED = 'session_changed';

/** The server refused the command. If `temporary`, the same command may be tried again. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  constructor(
    readonly code: NackCode | typeof SESSION_CHANGED,
    message: string,
    readonly temporary: boolean,
  ) {
    super(message);
  }
}

interface Waiting {
  command: Command;
  sent: boolean;
  resolve: (seq: number) => void;
  reject: (error: CommandRefused) => void;
}

/**
 * Commands that have no answer yet. Each keeps its id over reconnects, so sending it again is harmless: the
 * server remembers the ids.
 */
export class Outbox {
  readonly pending = createAtom<readonly Command[]>([]);
  readonly #waiting = new Map<string, Waiting>();
  readonly #transmit: (command: Command) => void;
  readonly #newId: () => string;
  #open = false;

  constructor(transmit: (command: Command) => void, newId: () => string) {
    this.#transmit = transmit;
    this.#newId = newId;
  }

  /** Resolves with the sequence number of the command's last change. */
  send(machine: Command['machine'], event: Command['event'], expected: Command['expected']): Promise<number> {
    const command: Command = { id: this.#newId(), machine, event, expected };
    const answered = new Promise<number>((resolve, reject) => {
      this.#waiting.set(command.id, { command, sent: false, resolve, reject });
    });
    this.#publish();
    if (this.#open) this.#flush();
    return answered;
  }

  /** The link is live: waiting commands are sent, and those without an answer are sent again. */
  opened(): void {
    this.#open = true;
    for (const waiting of this.#waiting.values()) waiting.sent = false;
    this.#flush();
  }

  closed(): void {
    this.#open = false;
  }

  settle(answer: MessageOf<'ack' | 'nack'>): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    this.#publish();
    if (answer.type === 'ack') waiting.resolve(answer.seq);
    else waiting.reject(new CommandRefused(answer.code, answer.message, answer.temporary));
  }

  /** Rejects the commands of a session that has ended. */
  abandon(): void {
    const given = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#publish();
    for (const waiting of given) waiting.reject(new CommandRefused(SESSION_CHANGED, '', true));
  }

  #flush(): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.sent) continue;
      waiting.sent = true;
      this.#transmit(waiting.command);
    }
  }

  #publish(): void {
    this.pending.set([...this.#waiting.values()].map(waiting => waiting.command));
  }
}
