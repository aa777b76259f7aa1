import type { InstallationMachine, InstallationMessage, TopicArgs } from '@/generated/api';
import { type TopicView, useTopic } from './topics';

export type StreamSnapshots = ReadonlyMap<string, InstallationMachine>;

interface Followed {
  machines: StreamSnapshots;
  /** A snapshot that is being received, part by part. */
  parts: StreamSnapshots | null;
}

const NOTHING: Followed = { machines: new Map(), parts: null };

/** Applies a message of the topic `installation`; see docs/wire.md. */
export function fold(before: Followed = NOTHING, data: InstallationMessage): Followed {
  if (data.type === 'standing') {
    const base = data.first ? NOTHING.machines : (before.parts ?? before.machines);
    const received = data.machines.map(machine => [machine.stream, machine] as const);
    const all = new Map([...base, ...received]);
    return data.last ? { machines: all, parts: null } : { ...before, parts: all };
  }
  const { stream, seq, machine, can } = data.change;
  const state = data.change.state ?? before.machines.get(stream)?.state;
  if (!state) return before;
  return {
    ...before,
    machines: new Map([...before.machines, [stream, { stream, seq, machine, state, can }]]),
  };
}

/** Machines of the installation, by the names of their streams; undefined before the first snapshot. */
export function useInstallation(args: TopicArgs['installation']): TopicView<StreamSnapshots> {
  const view = useTopic('installation', args, { fold });
  return { ...view, value: view.value?.machines };
}
