import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { MachineName, States } from '@/generated/types';
import { useStore } from '@/lib/store';
import { useEngine } from './EngineContext';
import { isStateOf, type View } from './mirror';
import type { WireEvent } from './wire';

export interface MachineView<M extends MachineName> {
  /** The state that the server pushed; null before the first snapshot. */
  state: States[M] | null;
  instance: number;
  matches: (state: States[M]['state']) => boolean;
  hasTag: (tag: string) => boolean;
  /** Whether the server takes this proposal now. */
  can: (event: string) => boolean;
  /** A command for this machine waits for its answer. */
  pending: boolean;
  /** Rejects with CommandRefused. A state that has moved on meanwhile refuses as `stale`. */
  send: (event: WireEvent) => Promise<number>;
}

const viewOf = (snapshot: { context: View | null }) => snapshot.context;

/** A machine as this page sees it. It renders again when the machine's state changes, and on nothing else. */
export function useMachine<M extends MachineName>(name: M): MachineView<M> {
  const engine = useEngine();
  const view = useSelector(engine.mirror.actor(name), viewOf);
  const pending = useStore(engine.outbox.pending).some(command => command.machine === name);
  const send = useCallback(
    (event: WireEvent) => engine.send(name, event, engine.mirror.view(name)?.instance ?? null),
    [engine, name],
  );
  const state = view && isStateOf(name, view.state) ? view.state : null;
  return {
    state,
    instance: view?.instance ?? 0,
    matches: wanted => state?.state === wanted,
    hasTag: tag => view?.snapshot.hasTag(tag) ?? false,
    can: event => view?.can.includes(event) ?? false,
    pending,
    send,
  };
}
