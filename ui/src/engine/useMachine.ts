import { useSelector } from '@xstate/react';
import { useAtom } from '@xstate/store-react';
import { useCallback } from 'react';
import type { charts } from '@/generated/charts';
import type { States } from '@/generated/types';
import { useEngine } from './EngineContext';
import type { MirroredMachine } from './machines';
import { isStateOf, type View } from './mirror';
import type { OfferName, Proposal } from './proposals';

type ChartStates<M extends MirroredMachine> = (typeof charts)[M]['states'];

/** The tags of a machine's states, which are its superstates. */
type TagOf<M extends MirroredMachine> = {
  [State in keyof ChartStates<M>]: ChartStates<M>[State] extends { tags: readonly (infer Tag)[] }
    ? Tag
    : never;
}[keyof ChartStates<M>];

export interface MachineView<M extends MirroredMachine> {
  /** The state that the server pushed; null before the first snapshot. */
  state: States[M] | null;
  instance: number;
  /** XState's own `matches` and `hasTag`; false before the first snapshot. */
  matches: (state: States[M]['state']) => boolean;
  hasTag: (tag: TagOf<M>) => boolean;
  /** Whether the server accepts this event from this tab now. */
  can: (event: OfferName<M>) => boolean;
  /** A command for this machine has no answer yet. */
  pending: boolean;
  /** Rejects with CommandRefused. If the state has changed meanwhile, the server refuses as `stale`. */
  send: (event: Proposal<M>) => Promise<number>;
}

const viewOf = (snapshot: { context: View | null }) => snapshot.context;

/** A machine as this page sees it. The component renders again when the machine's state changes. */
export function useMachine<M extends MirroredMachine>(name: M): MachineView<M> {
  const engine = useEngine();
  const view = useSelector(engine.mirror.actor(name), viewOf);
  const pending = useAtom(engine.outbox.pending).some(command => command.machine === name);
  const send = useCallback(
    (event: Proposal<M>) => engine.send(name, event, engine.mirror.view(name)?.instance ?? null),
    [engine, name],
  );
  return {
    state: view && isStateOf(name, view.state) ? view.state : null,
    instance: view?.instance ?? 0,
    matches: state => view?.snapshot.matches(state) ?? false,
    hasTag: tag => view?.snapshot.hasTag(tag) ?? false,
    can: event => view?.can.includes(event) ?? false,
    pending,
    send,
  };
}
