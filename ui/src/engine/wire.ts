import type { Change, ChangedBy, ChangedTo } from '@/generated/api';
import { isObject, parseJson } from '@/lib/json';

/** What docs/wire.md writes. The server is ours: a message is checked for its shape, not for its every field. */
export const PROTOCOL = 1;
export const SUB_PROTOCOL = 'waybill.v1';

export interface Resume {
  epoch: string;
  seq: number;
}

export interface SnapshotMachine {
  machine: string;
  tab: string | null;
  instance: number;
  state: ChangedTo;
  can: string[];
}

export type Hello = {
  type: 'hello';
  protocol: number;
  build: string;
  charts: string;
  tab: string | null;
  resume: Resume | null;
};
export type Command = {
  type: 'command';
  id: string;
  machine: string;
  event: ChangedBy;
  expected: number | null;
};
export type Subscribe = {
  type: 'subscribe';
  id: string;
  topic: string;
  args: unknown;
  cursor: string | null;
};
export type Unsubscribe = { type: 'unsubscribe'; id: string };
export type ClientMessage = Hello | Command | Subscribe | Unsubscribe;

export type Welcome = {
  type: 'welcome';
  protocol: number;
  build: string;
  epoch: string;
  tab: string;
  resumed: boolean;
  seq: number;
  at: string;
  person: string | null;
  name: string | null;
};
export type Snapshot = {
  type: 'snapshot';
  part: number;
  parts: number;
  seq: number;
  machines: SnapshotMachine[];
};
export type Transitions = { type: 'transitions'; changes: Change[] };
export type Ack = { type: 'ack'; id: string; seq: number };
export type Nack = { type: 'nack'; id: string; code: string; temporary: boolean; message: string };
export type TopicMessage =
  | { type: 'topic_begin'; id: string }
  | { type: 'topic'; id: string; cursor: string | null; data: unknown }
  | { type: 'topic_end'; id: string; code: string; temporary: boolean; message: string };
export type ServerMessage = Welcome | Snapshot | Transitions | Ack | Nack | TopicMessage | { type: 'lagged' };

export const CLOSE = {
  goingAway: 4000,
  credentialsChanged: 4001,
  tooSlow: 4002,
  helloLate: 4003,
  otherBuild: 4500,
} as const;

export function readServerMessage(text: string): ServerMessage | null {
  const message = parseJson(text);
  return isServerMessage(message) ? message : null;
}

function isServerMessage(message: unknown): message is ServerMessage {
  if (!isObject(message)) return false;
  switch (message.type) {
    case 'welcome':
      return typeof message.epoch === 'string' && typeof message.tab === 'string';
    case 'snapshot':
      return Array.isArray(message.machines) && message.machines.every(isTagged);
    case 'transitions':
      return Array.isArray(message.changes) && message.changes.every(isChange);
    case 'ack':
    case 'nack':
    case 'topic_begin':
    case 'topic':
    case 'topic_end':
      return typeof message.id === 'string';
    case 'lagged':
      return true;
    default:
      return false;
  }
}

function isTagged(entry: unknown): boolean {
  return isObject(entry) && isObject(entry.state) && typeof entry.state.state === 'string';
}

export function isChange(change: unknown): change is Change {
  return (
    isObject(change) &&
    typeof change.seq === 'number' &&
    typeof change.machine === 'string' &&
    isObject(change.event) &&
    Array.isArray(change.calls)
  );
}
