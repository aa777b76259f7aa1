import type { Change, ServerMessage } from '@/generated/api';
import { isObject, parseJson } from '@/lib/json';

/** The message of one type. */
export type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

export type TopicMessage = MessageOf<'topic_begin' | 'topic' | 'topic_end'>;

/** What is checked of each message: the server is ours, so its shape, and not its every field. */
const SHAPES: { [T in ServerMessage['type']]: (message: Partial<MessageOf<T>>) => boolean } = {
  welcome: ({ epoch, tab }) => typeof epoch === 'string' && typeof tab === 'string',
  snapshot: ({ machines }) => Array.isArray(machines) && machines.every(isTagged),
  transitions: ({ changes }) => Array.isArray(changes) && changes.every(isChange),
  ack: hasId,
  nack: hasId,
  lagged: () => true,
  topic_begin: hasId,
  topic: hasId,
  topic_end: hasId,
};

export function readServerMessage(text: string): ServerMessage | null {
  const message = parseJson(text);
  return isServerMessage(message) ? message : null;
}

function isServerMessage(message: unknown): message is ServerMessage {
  if (!isObject(message) || typeof message.type !== 'string') return false;
  const shapes: Readonly<Record<string, (message: object) => boolean>> = SHAPES;
  return Object.hasOwn(SHAPES, message.type) && shapes[message.type]?.(message) === true;
}

function hasId({ id }: { id?: unknown }): boolean {
  return typeof id === 'string';
}

function isTagged(entry: unknown): boolean {
  return isObject(entry) && isObject(entry.state) && typeof entry.state.state === 'string';
}

function isChange(change: unknown): change is Change {
  return (
    isObject(change) &&
    typeof change.seq === 'number' &&
    typeof change.machine === 'string' &&
    isObject(change.event) &&
    Array.isArray(change.calls)
  );
}
