import { hasState, nextEvents, snapshotOf } from '@/engine/chart';
import { type MirroredMachine, machineNames } from '@/engine/machines';
import type { Change, UntypedCall, UntypedEvent, UntypedState } from '@/generated/api';
import { charts, profiles } from '@/generated/charts';
import type { Facts, RejectionCode, View } from '@/generated/types';
import { adminFacts, emptySearch } from './fakePlaces';
import type { FakeSocket } from './fakeSocket';

const START = Date.parse('2026-01-01T09:00:00.000Z');

/** What happens to a machine. */
export interface Step {
  machine: MirroredMachine;
  event: UntypedEvent;
  to: UntypedState;
  calls?: UntypedCall[];
  guards?: string[];
}

/** The records of a session in memory, the machines that they are of, and the sockets that they are pushed to. */
export class FakeStream {
  seq = 0;
  person: string | null = null;
  records: Change[] = [];
  states = new Map<MirroredMachine, { state: UntypedState; instance: number }>();
  sockets: FakeSocket[] = [];
  /** What start-up has gathered, for any user. */
  facts: Facts = adminFacts;
  view: View | null = null;
  protected clock = START;

  constructor() {
    this.reset();
  }

  state(machine: MirroredMachine): string {
    return this.states.get(machine)?.state.state ?? '';
  }

  can(machine: MirroredMachine): string[] {
    const { proposals, overHttp } = profiles[machine];
    const state = this.state(machine);
    const snapshot = hasState(machine, state) ? snapshotOf(machine, state) : null;
    const possible = snapshot ? nextEvents(snapshot) : [];
    return [...proposals, ...overHttp].filter(event => possible.includes(event));
  }

  /** Records the steps and pushes them to every socket in one message. */
  push(...steps: Step[]): void {
    const changes = steps.map(step => this.#record(step));
    for (const socket of this.sockets) socket.push({ type: 'transitions', changes });
  }

  refuse(machine: MirroredMachine, type: string, code: RejectionCode): void {
    const change = this.#record({ machine, event: { type }, to: { state: this.state(machine) } });
    const refusal = { ...change, refused: { code, args: {} }, state: null };
    this.records[this.records.length - 1] = refusal;
    for (const socket of this.sockets) socket.push({ type: 'transitions', changes: [refusal] });
  }

  #record({ machine, event, to, calls = [], guards = [] }: Step): Change {
    const { instance = 0 } = this.states.get(machine) ?? {};
    const from = this.state(machine);
    this.states.set(machine, { state: to, instance: instance + 1 });
    this.seq += 1;
    const change: Change = {
      v: 1,
      seq: this.seq,
      stream: 'session/s_1',
      machine,
      tab: machine === 'navigation' ? 't_1' : null,
      instance: instance + 1,
      at: this.now(),
      who: this.person ?? 'anonymous',
      event,
      guards,
      refused: null,
      from,
      to: to.state,
      state: to,
      calls,
      cause: this.seq > 1 ? { record: `#${this.seq - 1}`, call: 0, root: '#1' } : null,
      command: null,
      rules: '0'.repeat(16),
      schema: 1,
      prev: '0'.repeat(64),
      can: this.can(machine),
    };
    this.records.push(change);
    return change;
  }

  /** Nothing has happened yet. */
  protected reset(): void {
    this.seq = 0;
    this.records = [];
    for (const name of machineNames) {
      this.states.set(name, { state: this.#firstState(name), instance: 0 });
    }
  }

  #firstState(name: MirroredMachine): UntypedState {
    if (name === 'login') return { state: 'signed_out', ...{ notice: null } };
    if (name === 'passkey') return { state: 'idle', ...{ failure: null } };
    if (name === 'sso') return { state: 'idle', ...{ failure: null } };
    // the fake has started the application before any tab connects
    if (name === 'startup') return { state: 'ready', ...{ facts: this.facts, view: this.view } };
    if (name === 'search') return { state: 'ready', ...{ search: emptySearch } };
    return { state: charts[name].initial };
  }

  protected now(): string {
    this.clock += 137;
    return new Date(this.clock).toISOString();
  }
}
