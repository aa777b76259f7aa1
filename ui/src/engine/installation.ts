import type { ChangedTo } from '@/generated/api';
import { isObject } from '@/lib/json';
import { type TopicView, useTopic } from './topics';
import { isChange } from './wire';

/** The current state of a machine of the installation. */
export interface StreamSnapshot {
  stream: string;
  seq: number;
  machine: string;
  state: ChangedTo;
  /** The events that the server accepts from a user in this state. */
  can: readonly string[];
}

export type StreamSnapshots = ReadonlyMap<string, StreamSnapshot>;

interface Followed {
  machines: StreamSnapshots;
  /** A snapshot that is being received, part by part. */
  parts: StreamSnapshots | null;
}

const NOTHING: Followed = { machines: new Map(), parts: null };

function isSnapshot(machine: unknown): machine is StreamSnapshot {
  return (
    isObject(machine) &&
    typeof machine.stream === 'string' &&
    typeof machine.seq === 'number' &&
    isObject(machine.state) &&
    Array.isArray(machine.can)
  );
}

/** Applies a message of the topic `installation`; see docs/wire.md. */
export function fold(before: Followed = NOTHING, data: unknown): Followed {
  if (!isObject(data)) return before;
  if (data.type === 'standing' && Array.isArray(data.machines)) {
    const base = data.first === true ? NOTHING.machines : (before.parts ?? before.machines);
    const received = data.machines
      .filter(isSnapshot)
      .map((snapshot): [string, StreamSnapshot] => [snapshot.stream, snapshot]);
    const all = new Map([...base, ...received]);
    return data.last === true ? { machines: all, parts: null } : { ...before, parts: all };
  }
  const { change } = data;
  if (data.type !== 'change' || !isChange(change)) return before;
  const stream = isObject(data.change) ? String(data.change.stream) : '';
  const { seq, machine, can } = change;
  const state = change.state ?? before.machines.get(stream)?.state;
  if (!state) return before;
  return {
    ...before,
    machines: new Map([...before.machines, [stream, { stream, seq, machine, state, can }]]),
  };
}

/** Machines of the installation, by the names of their streams; undefined before the first snapshot. */
export function useInstallation(args: { stream: string } | { prefix: string }): TopicView<StreamSnapshots> {
  const view = useTopic('installation', args, { fold });
  return { ...view, value: view.value?.machines };
}
