import { type AnyMachineSnapshot, type AnyStateMachine, createMachine, getNextTransitions } from 'xstate';
import { charts } from '@/generated/charts';
import type { MirroredMachine } from './machines';

const machines = new Map<MirroredMachine, AnyStateMachine>();

/** The XState machine of a generated chart. Charts are flat, so a state's name is its XState value. */
function machineOf(name: MirroredMachine): AnyStateMachine {
  const known = machines.get(name);
  if (known) return known;
  const machine = createMachine({ id: name, ...charts[name] });
  machines.set(name, machine);
  return machine;
}

export function hasState(name: MirroredMachine, state: string): boolean {
  return Object.hasOwn(charts[name].states, state);
}

const snapshots = new Map<string, AnyMachineSnapshot>();

/** The snapshot of a machine that is in a state, which its chart must have. */
export function snapshotOf(name: MirroredMachine, state: string): AnyMachineSnapshot {
  const key = `${name} ${state}`;
  const known = snapshots.get(key);
  if (known) return known;
  const snapshot = machineOf(name).resolveState({ value: state, context: {} });
  snapshots.set(key, snapshot);
  return snapshot;
}

/** Whether an event may lead from a snapshot to a state. Guards are the server's. */
export function canLead(from: AnyMachineSnapshot, event: string, to: string): boolean {
  return getNextTransitions(from).some(
    ({ eventType, target }) => eventType === event && target?.some(node => node.key === to),
  );
}

/** The events that lead somewhere from a snapshot. */
export function nextEvents(from: AnyMachineSnapshot): string[] {
  return [...new Set(getNextTransitions(from).map(({ eventType }) => eventType))];
}
