import { createAtom } from '@xstate/store';
import { type ActorRefFrom, createActor } from 'xstate';
import {
  type Change,
  type ClientMessage,
  PROTOCOL,
  type ServerMessage,
  type SessionInfo,
  type ShownFooter,
  type SnapshotMachine,
  type UntypedCall,
  type Welcome,
} from '@/generated/api';
import * as calls from '@/generated/calls';
import { chartsHash } from '@/generated/charts';
import type { MachineName, SignInOver } from '@/generated/types';
import { covered, hidden } from '@/lib/pausing';
import { report } from '@/lib/report';
import { memoryStorage } from '@/lib/storage';
import { type Api, createApi } from './api';
import type { Held, Identity } from './identity';
import { linkMachine } from './link';
import { type Divergence, Mirror } from './mirror';
import type { EngineOptions } from './options';
import { CommandRefused, Outbox, SESSION_CHANGED } from './outbox';
import type { Proposal } from './proposals';
import { overAt, overBy } from './signInOver';
import type { TopicClient } from './topics';
import type { MessageOf } from './wire';

const TAB_KEY = 'waybill.tab';
/** Live records kept in the page; older ones are fetched again. */
const LIVE_RECORDS_MAX = 5_000;
/** A second divergence within this time means that the page is of another build, whatever build it names. */
const DIVERGENCE_AGAIN_MS = 30_000;

export type LinkActor = ActorRefFrom<typeof linkMachine>;

/** The browser half of the console: the link, the mirrors it feeds, and the commands that wait for an answer. */
export class Engine {
  readonly api: Api;
  readonly mirror = new Mirror();
  readonly outbox: Outbox;
  readonly link: LinkActor;
  readonly identity = createAtom<Identity | null>(null);
  readonly session = createAtom<SessionInfo | null>(null);
  readonly footer = createAtom<ShownFooter | null>(null);
  /** This page's live records, the oldest first. */
  readonly records = createAtom<readonly Change[]>([]);
  /** Counts what makes fetched records incomplete: a snapshot, or live records that were dropped. */
  readonly recordsBreak = createAtom(0);
  readonly divergence = createAtom<Divergence | null>(null);
  /** Set while the page is kept for its user, whose sign-in is over. */
  readonly held = createAtom<Held | null>(null);
  /** The calls of the server to the browser, change by change. */
  readonly calls = createAtom<{ change: Change; calls: readonly UntypedCall[] } | null>(null);

  topics: TopicClient | null = null;

  readonly #options: EngineOptions;
  #seq = 0;
  #parts: SnapshotMachine[] = [];
  #synced = false;
  #footerAsked = false;
  #divergedAt = Number.NEGATIVE_INFINITY;
  /** The epoch of the session of the cookie, by the last request for it. */
  #cookieEpoch: string | null = null;
  #followed = false;
  /** How far the server's clock is ahead, in milliseconds. */
  #aheadMs = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { siblings } = options;
    this.api = createApi(options.fetch, {
      signedIn: () => {
        void this.followCookie();
        siblings?.postMessage('signed in');
      },
      // the cookie is that of another session meanwhile, and maybe of another user
      gate: () => (this.held.get() === null ? null : this.#released()),
    });
    if (siblings) siblings.onmessage = () => void this.followCookie();
    this.outbox = new Outbox(command => this.transmit({ type: 'command', ...command }), options.newId);
    this.link = createActor(linkMachine, {
      input: {
        openSocket: options.openSocket,
        askSession: () => this.#askSession(),
        hello: build => ({
          type: 'hello',
          protocol: PROTOCOL,
          build,
          charts: options.charts ?? chartsHash,
          tab: options.storage.read(TAB_KEY),
          resume: this.#resume(),
        }),
        deliver: message => this.#deliver(message),
        live: () => {
          this.outbox.opened();
          this.topics?.opened();
          void this.#askFooter();
        },
        charts: options.charts ?? chartsHash,
        random: options.random,
        isPaused: () => hidden.get(),
      },
    });
    hidden.subscribe(isHidden => {
      if (!isHidden) this.link.send({ type: 'resumed' });
    });
    this.link.subscribe(snapshot => {
      if (snapshot.matches({ wire: { online: 'live' } })) return;
      this.outbox.closed();
      this.topics?.closed();
    });
  }

  get isLive(): boolean {
    return this.link.getSnapshot().matches({ wire: { online: 'live' } });
  }

  start(): void {
    this.link.start();
  }

  stop(): void {
    this.link.stop();
  }

  send<M extends MachineName>(
    machine: M,
    event: Proposal<M>,
    expected: number | null = null,
  ): Promise<number> {
    return this.outbox.send(machine, event, expected);
  }

  /** For commands without a visible answer: a refusal is a record already, and the user need not see it. */
  propose<M extends MachineName>(machine: M, event: Proposal<M>): void {
    this.send(machine, event).catch(error => {
      if (!(error instanceof CommandRefused)) throw error;
      if (error.code !== SESSION_CHANGED) report(`${machine}.${event.type} was refused`, error.code);
    });
  }

  #resume() {
    const identity = this.identity.get();
    return this.#synced && identity ? { epoch: identity.epoch, seq: this.#seq } : null;
  }

  /** Sends a message if the link is live; otherwise it is lost. */
  transmit(message: ClientMessage): void {
    this.link.send({ type: 'send', message });
  }

  #deliver(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'snapshot':
        this.#parts.push(...message.machines);
        if (message.part >= message.parts) this.#replace(message.seq);
        return;
      case 'transitions':
        return this.#apply(message);
      case 'ack':
      case 'nack':
        return this.outbox.settle(message);
      case 'topic_begin':
      case 'topic':
      case 'topic_end':
        return this.topics?.take(message);
      case 'lagged':
        return this.#resync();
    }
  }

  #welcome(welcome: Welcome): void {
    const before = this.identity.get();
    this.#aheadMs = Date.parse(welcome.at) - this.#options.now();
    if (before && before.epoch !== welcome.epoch && this.#isForAnother(welcome)) return;
    if (before && before.epoch !== welcome.epoch) {
      this.outbox.abandon();
      this.records.set([]);
    }
    if (!welcome.resumed) {
      this.#parts = [];
      this.#synced = false;
    }
    this.#options.storage.write(TAB_KEY, welcome.tab);
    const { epoch, tab, person, name } = welcome;
    this.identity.set({ epoch, tab, person, name });
    this.#checkCookie();
  }

  /**
   * Two tabs whose session has ended each request a new one, and the browser keeps one of the two cookies: a user who
   * then signs in does so in its session, and a link to the other session would never see it.
   */
  async followCookie(): Promise<void> {
    if (this.held.get() !== null) return;
    try {
      this.#cookieEpoch = (await calls.getSession(this.api)).epoch;
    } catch {
      // without an answer there is no link either, and the link requests the session again by itself
      return;
    }
    this.#followed = false;
    if (this.isLive) this.#checkCookie();
  }

  /** Reconnects a link to another session than the cookie's: once, since a cookie may change meanwhile. */
  #checkCookie(): void {
    const isOther = this.#cookieEpoch !== null && this.identity.get()?.epoch !== this.#cookieEpoch;
    if (isOther && !this.#followed) this.#resync();
    this.#followed = isOther;
  }

  #replace(seq: number): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#seq = seq;
    this.#synced = true;
    this.recordsBreak.set(count => count + 1);
    const divergence = this.mirror.replace(parts, this.identity.get()?.tab ?? '');
    // a snapshot that this page cannot read will not become readable by asking again
    if (divergence) this.#otherBuild(divergence);
  }

  #apply(message: MessageOf<'transitions'>): void {
    const over = overBy(message.changes);
    if (over !== null && this.#hold(over)) return;
    const tab = this.identity.get()?.tab ?? '';
    const fresh: Change[] = [];
    for (const change of message.changes) {
      if (change.seq <= this.#seq) continue;
      if (change.seq > this.#seq + 1) {
        report('the stream has a gap', { after: this.#seq, got: change.seq });
        this.#resync();
        break;
      }
      this.#seq = change.seq;
      fresh.push(change);
      const divergence = this.mirror.apply(change, tab);
      if (divergence) {
        this.#diverged(divergence);
        break;
      }
    }
    this.#remember(fresh);
    for (const change of fresh) {
      const calls = change.calls.filter(call => call.call.startsWith('browser.'));
      const mine = change.tab === null || change.tab === tab;
      if (mine && !change.refused && calls.length > 0) this.calls.set({ change, calls });
    }
  }

  /** Keeps the page as it is. Nothing of what ends its session, or comes after it, reaches the page. */
  #hold(over: SignInOver): boolean {
    const identity = this.identity.get();
    if (!this.#options.holds || !identity?.person) return false;
    this.held.set({ person: identity.person, name: identity.name, over });
    covered.set(true);
    this.link.send({ type: 'hold' });
    return true;
  }

  /** The user of a page that was kept has signed in again: it goes on, in the session of the cookie. */
  release(): void {
    if (this.held.get() === null) return;
    this.#synced = false;
    this.held.set(null);
    covered.set(false);
    this.link.send({ type: 'release' });
  }

  #released(): Promise<void> {
    return new Promise(resolve => {
      const watch = this.held.subscribe(held => {
        if (held !== null) return;
        watch.unsubscribe();
        resolve();
      });
    });
  }

  /**
   * Whether a session that comes after the one of the page's user is not to reach the page: it is that of another user,
   * or the sign-in ran out while this tab was away.
   */
  #isForAnother({ person, at }: Welcome): boolean {
    const before = this.identity.get()?.person ?? null;
    if (before === null || person === before) return false;
    const { startOver } = this.#options;
    if (person !== null) {
      if (!startOver) return false;
      this.link.send({ type: 'hold' });
      startOver();
      return true;
    }
    const over = overAt(this.mirror, Date.parse(at));
    return over !== null && this.#hold(over);
  }

  /** A time of the server, by the clock of this page. */
  localMs(at: string): number {
    return Date.parse(at) - this.#aheadMs;
  }

  /** Another link of this page, for signing in while this one is held, and what ends it. */
  beside(): { engine: Engine; end: () => void } {
    const { holds, startOver, siblings: own, ...rest } = this.#options;
    const siblings = rest.openSiblings?.();
    const engine = new Engine({ ...rest, storage: memoryStorage(), ...(siblings && { siblings }) });
    return {
      engine,
      end: () => {
        engine.stop();
        siblings?.close();
      },
    };
  }

  #remember(fresh: readonly Change[]): void {
    if (fresh.length === 0) return;
    const all = [...this.records.get(), ...fresh];
    if (all.length > LIVE_RECORDS_MAX) this.recordsBreak.set(count => count + 1);
    this.records.set(all.slice(-LIVE_RECORDS_MAX));
  }

  #resync(): void {
    this.#synced = false;
    this.link.send({ type: 'resync' });
  }

  #diverged(divergence: Divergence): void {
    const now = this.#options.now();
    const again = now - this.#divergedAt < DIVERGENCE_AGAIN_MS;
    this.#divergedAt = now;
    if (again) return this.#otherBuild(divergence);
    report('the server did what the chart does not know', divergence);
    this.divergence.set(divergence);
    this.#resync();
  }

  #otherBuild(divergence: Divergence): void {
    report('this page and the server are of different builds', divergence);
    this.divergence.set(divergence);
    this.#synced = false;
    this.link.send({ type: 'other_build' });
  }

  async #askSession(): Promise<SessionInfo> {
    // the server closes sockets as soon as a cookie is renewed, which may be before the new one arrives; asking with
    // the old one would begin an anonymous session
    await this.api.cookieSettled();
    const info = await calls.getSession(this.api);
    this.#cookieEpoch = info.epoch;
    this.session.set(info);
    return info;
  }

  /** Fetches the footer again, after it has changed. */
  async renewFooter(): Promise<void> {
    this.#footerAsked = false;
    await this.#askFooter();
  }

  async #askFooter(): Promise<void> {
    if (this.#footerAsked) return;
    this.#footerAsked = true;
    try {
      this.footer.set(await calls.getSystemAuthScreenFooter(this.api));
    } catch (error) {
      // the product's own name will do until the next connection
      this.#footerAsked = false;
      report('the footer settings did not come', error);
    }
  }
}
