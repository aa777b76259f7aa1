import type { Fetch } from '@/engine/api';
import type { SocketFactory } from '@/engine/link';
import type { MessageOf, TopicMessage } from '@/engine/wire';
import {
  API_BASE,
  type ClientMessage,
  type Command,
  type NackCode,
  type OwnDevice,
  PROTOCOL,
  type ServerMessage,
  type SessionInfo,
  type Subscribe,
  type UntypedEvent,
} from '@/generated/api';
import { chartsHash } from '@/generated/charts';
import { routes } from '@/generated/routes';
import type { Authenticator, Decision, Place, SignInVia, View } from '@/generated/types';
import { answerHttp } from './fakeHttp';
import { FakeInstallation } from './fakeLicences';
import { FakeMail } from './fakeMail';
import { FakePasskeys } from './fakePasskeys';
import { allPackages, matchRoute, placeOf } from './fakePlaces';
import { FakeProvisioning } from './fakeProvisioning';
import { FakeRegistration } from './fakeRegistration';
import { FakeSignInProviders } from './fakeSignInProviders';
import { FakeSocket } from './fakeSocket';
import { FakeStream, type Step } from './fakeStream';
import { FakeUserDirectories } from './fakeUserDirectories';

/** A server in memory, for tests and for rendering pages without the real one. It knows a few scenarios. */
export class FakeServer extends FakeStream {
  reachable = true;
  delayMs = 0;
  build = 'fake-build';
  epoch = 'e_1';
  setupNeeded = false;
  qa = false;
  readonly installation = new FakeInstallation();
  readonly mail = new FakeMail();
  readonly signInProviders = new FakeSignInProviders();
  readonly provisioning = new FakeProvisioning();
  readonly registration = new FakeRegistration();
  readonly passkeys = new FakePasskeys();
  readonly userDirectories = new FakeUserDirectories();
  name = 'ann';
  /** The mail address of the signed-in user. */
  email: string | null = null;
  /** What the second factor can be verified with. */
  authenticator: Authenticator = 'google';
  /** What `mfa` requires of the next sign-in. */
  factor: 'none' | 'verify' | 'enroll' | 'expired' = 'none';
  /** The links for a new device with which sign-ins were tried. */
  readonly deviceLinks: unknown[] = [];
  /** When too many wrong codes were given for the account. */
  codesStoppedAt: string | null = null;
  /** The devices that are known to the user. */
  devices: OwnDevice[] = [
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0',
    'Mozilla/5.0 (Macintosh; Mac OS X) Firefox/150.0',
    null,
  ].map((agent, index) => ({
    id: `${index}`.repeat(64),
    current: index === 0,
    since: '2026-01-01T10:00:00.000Z',
    used_at: index === 0 ? '2026-01-05T10:00:00.000Z' : null,
    agent,
    address: index === 0 ? '192.0.2.1' : null,
  }));
  /** What tabs have sent and has not arrived, while nothing arrives. */
  held: (() => void)[] | null = null;
  /** The code with which it rejects every command, if it does. */
  refuses: NackCode | null = null;
  answered = new Map<string, ServerMessage>();
  commands: Command[] = [];
  hellos: ClientMessage[] = [];
  /** How often tabs have reported activity. */
  reports = 0;
  /** How long the next sign-in lasts. */
  lastsMs = 12 * 3_600_000;
  /** The user who signs in next. */
  nextPerson = 'p_7';
  /** The provider by which the user signs in; null with a password. */
  via: SignInVia | null = null;
  /** The topics that tabs follow, and all messages about topics that they have sent. */
  followed: Subscribe[] = [];
  topicMessages: ClientMessage[] = [];

  /** What was held arrives, in order. */
  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const arrive of held) arrive();
  }

  fetch: Fetch = async (path, init) => {
    await new Promise(resolve => setTimeout(resolve, this.delayMs));
    if (!this.reachable) throw new TypeError('unreachable');
    return answerHttp(this, path.replace(API_BASE, ''), init);
  };

  openSocket: SocketFactory = () => {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket;
  };

  get session(): SessionInfo {
    return {
      build: this.build,
      charts: chartsHash,
      epoch: this.epoch,
      csrf: null,
      setup_needed: this.setupNeeded,
      login_leads_away: false,
      sign_in: {
        can_remember_me: true,
        provider_link: null,
        logout_url: null,
        external: false,
        message: '',
        message_permanent: false,
        user_plugin: false,
        forgot_password: this.mail.canSend,
        registration: this.registration.isOffered,
        offers_providers: this.signInProviders.offered.length > 0,
        passkey_host: this.passkeys.offersOn,
        proxy_names_user: this.userDirectories.namesUser,
      },
      qa: this.qa,
      signed_in: this.person !== null,
    };
  }

  receive(socket: FakeSocket, message: ClientMessage): void {
    switch (message.type) {
      case 'activity':
        this.reports += 1;
        return;
      case 'hello':
        return this.#greet(socket, message);
      case 'command':
        return this.#take(socket, message);
      case 'subscribe':
        this.topicMessages.push(message);
        this.followed.push(message);
        return socket.push({ type: 'topic_begin', id: message.id });
      case 'unsubscribe':
        this.topicMessages.push(message);
        this.followed = this.followed.filter(({ id }) => id !== message.id);
    }
  }

  /** Sends to all that follow a topic, and forgets a subscription that this ends. */
  sendTopic(
    topic: string,
    what: Pick<MessageOf<'topic'>, 'cursor' | 'data'> | Pick<MessageOf<'topic_end'>, 'code' | 'temporary'>,
  ): void {
    for (const { id } of this.followed.filter(followed => followed.topic === topic)) {
      const message: TopicMessage =
        'code' in what ? { type: 'topic_end', id, message: '', ...what } : { type: 'topic', id, ...what };
      if (message.type === 'topic_end') this.followed = this.followed.filter(followed => followed.id !== id);
      for (const socket of this.sockets) socket.push(message);
    }
  }

  #greet(socket: FakeSocket, hello: ClientMessage & { type: 'hello' }): void {
    this.hellos.push(hello);
    const resumed = hello.resume?.epoch === this.epoch;
    const { epoch, build, seq, person } = this;
    const at = this.now();
    const name = person && this.name;
    socket.push({
      type: 'welcome',
      protocol: PROTOCOL,
      build,
      epoch,
      tab: 't_1',
      resumed,
      seq,
      at,
      person,
      name,
    });
    if (resumed) {
      const missed = this.records.filter(record => record.seq > (hello.resume?.seq ?? 0));
      if (missed.length > 0) socket.push({ type: 'transitions', changes: missed });
      return;
    }
    const machines = [...this.states].map(([machine, { state, instance }]) => ({
      machine,
      tab: machine === 'navigation' ? 't_1' : null,
      instance,
      state,
      can: this.can(machine),
    }));
    socket.push({ type: 'snapshot', part: 1, parts: 1, seq, machines });
  }

  #take(socket: FakeSocket, command: Command): void {
    const known = this.answered.get(command.id);
    if (known) return socket.push(known);
    this.commands.push(command);
    if (this.refuses !== null) {
      const { id } = command;
      return socket.push({ type: 'nack', id, code: this.refuses, message: '', temporary: false });
    }
    const before = this.seq;
    this.propose(command);
    const answer: ServerMessage = { type: 'ack', id: command.id, seq: this.seq };
    if (this.seq > before) this.answered.set(command.id, answer);
    socket.push(answer);
  }

  /** What a tab proposes, answered the way the real machines would for these few scenarios. */
  propose({ machine, event }: Command): void {
    switch (`${machine}.${event.type}`) {
      case 'navigation.go':
        return this.go(String(event.path));
      case 'mfa.codes_saved':
        return this.push({ machine: 'mfa', event, to: { state: 'passed' } });
      case 'login.cancel':
        return this.push(
          { machine: 'login', event, to: { state: 'signed_out', ...{ notice: null } } },
          { machine: 'mfa', event: { type: 'reset' }, to: { state: 'idle' } },
        );
      case 'sso.cancel':
        return this.push({ machine: 'sso', event, to: { state: 'idle', ...{ failure: null } } });
      case 'password.open':
        return this.push({ machine: 'password', event, to: { state: 'offered', ...{ failure: null } } });
      case 'password.cancel':
        return this.push({ machine: 'password', event, to: { state: 'idle' } });
      case 'startup.view_as':
        return this.look(event, event.view as View);
      case 'startup.view_as_myself':
        return this.look(event, null);
      case 'forgot_password.again':
        return this.push({ machine: 'forgot_password', event, to: { state: 'idle', ...{ failure: null } } });
      case 'reset_password.cancel':
        return this.push({ machine: 'reset_password', event, to: { state: 'idle' } });
      case 'packages.open':
        return this.push({ machine: 'packages', event, to: { state: 'list', ...{ browser: allPackages } } });
      case 'idle.stay':
        return this.push({ machine: 'idle', event, to: { state: 'watching' } });
      case 'idle.activity':
        return this.push({ machine: 'idle', event, to: { state: 'checking' } });
    }
  }

  go(path: string): void {
    const [pathname = '', search = ''] = path.split('?');
    const matched = matchRoute(pathname);
    // the last row takes what no other does: here no front-end has announced anything
    const found = routes.find(route => route.name === matched?.name && route.name !== 'frontEnd');
    const wanted = found?.leads_to ?? found?.name ?? 'notFound';
    const open = routes.find(route => route.name === wanted)?.access === 'unauthenticated';
    const barred = !open && this.person === null;
    const params = found?.name === wanted ? (matched?.params ?? {}) : {};
    const place = barred ? placeOf('login', { logout: 'true' }) : placeOf(wanted, query(search), params);
    const requested = placeOf(matched?.name ?? 'notFound', query(search), matched?.params ?? {});
    const decision = {
      wanted: requested,
      outcome: barred || found?.name !== wanted ? 'redirected' : 'entered',
      hops: barred ? [{ route: wanted, guard: 'anonymous_not_allowed', to: 'login' }] : [],
      facts: null,
    };
    const remember = { call: 'browser.remember_path', place: placeOf(wanted, {}) };
    const notify = { call: 'browser.notify', key: 'not_authorised', args: {}, duration_ms: 4500 };
    this.push({
      machine: 'navigation',
      event: { type: 'go', wanted: placeOf(wanted, {}), trigger: 'link' },
      to: {
        state: 'settled',
        ...{
          place,
          decision,
          menu: found?.sidebar === 'settings' ? 'administration' : 'application',
          search: 'packages',
        },
      },
      calls: barred ? [remember, notify] : [],
      guards: barred ? ['anonymous_not_allowed'] : [],
    });
  }

  look(event: UntypedEvent, view: View | null): void {
    this.view = view;
    this.push({ machine: 'startup', event, to: { state: 'ready', ...{ facts: this.facts, view } } });
  }

  /** Where the tab is, and why: for pages that show a decision. */
  settle(place: Place, decision: Decision, menu = 'application'): void {
    this.push({
      machine: 'navigation',
      event: { type: 'go', wanted: decision.wanted, trigger: 'link' },
      to: { state: 'settled', ...{ place, decision, menu, search: 'packages' } },
    });
  }

  /** The last step of every way in. */
  signIn(...before: Step[]): void {
    this.person = this.nextPerson;
    const to = {
      state: 'signed_in',
      ...{ person: this.person, admin: true, since: this.now(), until: this.#end(), via: this.via },
    };
    const event = before.length > 0 ? { type: 'second_factor_passed' } : { type: 'access.authenticate' };
    const calls = [{ call: 'browser.navigate', to: placeOf('sessionActivity', {}) }];
    this.push(...before, { machine: 'login', event, to, calls });
  }

  /** Closes every socket, as a restart or a change of cookie does. */
  drop(code: number): void {
    this.followed = [];
    for (const socket of this.sockets.splice(0)) socket.drop(code);
  }

  /** The sign-in has run out, which the tabs are sent before their sockets are closed. */
  runOut(over: 'expired' | 'idle'): void {
    const type = over === 'idle' ? 'expire_idle' : 'expire';
    const calls = [{ call: 'browser.sign_in_again', over }];
    const notice = { code: `session_${over}`, message: '', retry_at: null };
    this.push({ machine: 'login', event: { type }, to: { state: 'signed_out', ...{ notice } }, calls });
    this.freshSession();
    this.drop(4001);
  }

  /** Comes back with nothing it knew of this session. */
  freshSession(): void {
    this.epoch = `e_${Number(this.epoch.slice(2)) + 1}`;
    this.person = null;
    this.reset();
  }

  #end(): string {
    return new Date(this.clock + this.lastsMs).toISOString();
  }
}

const query = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
