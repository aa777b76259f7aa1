import { type ActorRefFrom, type AnyMachineSnapshot, createActor, fromTransition } from 'xstate';
import type { Change, SnapshotMachine, UntypedState } from '@/generated/api';
import type { States } from '@/generated/types';
import { canLead, hasState, snapshotOf } from './chart';
import { isMirrored, type MirroredMachine, machineNames } from './machines';

/** What the server pushes of a machine. */
interface Pushed {
  state: UntypedState;
  instance: number;
  can: readonly string[];
}

/** What the page knows of one machine: the state that the server pushed, seen through the chart. */
export class View {
  readonly state: UntypedState;
  readonly instance: number;
  /** What the server lets a tab propose now. */
  readonly can: readonly string[];
  /** The change that led here; null when it came with a snapshot. */
  readonly by: Change | null;
  readonly #machine: MirroredMachine;

  constructor(machine: MirroredMachine, { state, instance, can }: Pushed, by: Change | null) {
    this.#machine = machine;
    this.state = state;
    this.instance = instance;
    this.can = can;
    this.by = by;
  }

  /** The state in the chart, which is built when it is first needed: most machines of a visit are only mirrored. */
  get snapshot(): AnyMachineSnapshot {
    return snapshotOf(this.#machine, this.state.state);
  }
}

/** The server took a transition that this page's chart does not have. */
export interface Divergence {
  machine: string;
  what: 'unknown_machine' | 'unknown_state' | 'unknown_transition' | 'other_source';
  detail: string;
}

type Push = { type: 'push'; view: View | null };

const mirrorLogic = fromTransition((_: View | null, push: Push): View | null => push.view, null);
export type MirrorActor = ActorRefFrom<typeof mirrorLogic>;

/**
 * One actor for each machine. An actor decides nothing: it takes the state that the server pushed. Its chart is used
 * for `matches` and `hasTag`, and to check that the transition exists, because a page whose charts differ from the
 * server's must not go on.
 */
export class Mirror {
  readonly #actors = new Map<MirroredMachine, MirrorActor>();

  constructor() {
    for (const name of machineNames) this.#actors.set(name, createActor(mirrorLogic).start());
  }

  actor(name: MirroredMachine): MirrorActor {
    const actor = this.#actors.get(name);
    if (!actor) throw new Error(`no chart of ${name}`);
    return actor;
  }

  view(name: MirroredMachine): View | null {
    return this.actor(name).getSnapshot().context;
  }

  stateOf<M extends MirroredMachine>(name: M): States[M] | null {
    const state = this.view(name)?.state;
    return state && isStateOf(name, state) ? state : null;
  }

  /** Replaces the state of every machine by that of a snapshot. */
  replace(machines: readonly SnapshotMachine[], tab: string): Divergence | null {
    const mine = machines.filter(entry => entry.tab === null || entry.tab === tab);
    const views = new Map<string, View>();
    for (const entry of mine) {
      if (!isMirrored(entry.machine)) return unknownMachine(entry.machine);
      if (!hasState(entry.machine, entry.state.state)) return unknownState(entry.machine, entry.state.state);
      views.set(entry.machine, new View(entry.machine, entry, null));
    }
    for (const [name, actor] of this.#actors) actor.send({ type: 'push', view: views.get(name) ?? null });
    return null;
  }

  /** Applies one change, unless it belongs to another tab. */
  apply(change: Change, tab: string): Divergence | null {
    if (change.tab !== null && change.tab !== tab) return null;
    const name = change.machine;
    if (!isMirrored(name)) return unknownMachine(name);
    const actor = this.actor(name);
    const before = actor.getSnapshot().context;
    if (change.refused || !change.state) {
      // a refusal moves nothing, but it is a version of the machine, and `can` may have changed
      if (before) {
        const { instance, can } = change;
        actor.send({ type: 'push', view: new View(name, { state: before.state, instance, can }, before.by) });
      }
      return null;
    }
    if (!hasState(name, change.state.state)) return unknownState(name, change.state.state);
    if (before && before.state.state !== change.from)
      return { machine: name, what: 'other_source', detail: `${before.state.state} is not ${change.from}` };
    const from = hasState(name, change.from) && snapshotOf(name, change.from);
    if (!from || !canLead(from, change.event.type, change.state.state))
      return {
        machine: name,
        what: 'unknown_transition',
        detail: `${change.from} --${change.event.type}--> ${change.state.state}`,
      };
    const { state, instance, can } = change;
    actor.send({ type: 'push', view: new View(name, { state, instance, can }, change) });
    return null;
  }
}

function unknownMachine(machine: string): Divergence {
  return { machine, what: 'unknown_machine', detail: machine };
}

function unknownState(machine: string, state: string): Divergence {
  return { machine, what: 'unknown_state', detail: state };
}

/** The state is of this machine's type when the machine's chart has a state of its name. */
export function isStateOf<M extends MirroredMachine>(name: M, state: UntypedState): state is States[M] {
  return hasState(name, state.state);
}
