import { vi } from 'vitest';
import type { Fetch } from '@/engine/api';
import {
  API_BASE,
  type ApplicationUser,
  type ApplicationUsers,
  type AuthorizationRequestShown,
  type Authorize,
  type Authorized,
  type DescribedApplication,
  type DescribedApplications,
  type Empty,
  type RegisteredApplication,
  type RevokedUsers,
  type UserIntegration,
  type WantedApplication,
} from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

/** An application as the server describes it. */
export const application = (
  name: string,
  more: Partial<DescribedApplication> = {},
): DescribedApplication => ({
  id: `id-${name}`,
  name,
  kind: 'server',
  description: `What ${name} is for`,
  callback_url: `https://${name}.example.org/callback`,
  scopes: null,
  platform_base_url: 'https://waybill.example.org/',
  registered_at: '2026-01-01T09:00:00.000Z',
  ...more,
});

/** What an application wants of a user who has not consented to anything yet. */
export const request = (more: Partial<AuthorizationRequestShown> = {}): AuthorizationRequestShown => ({
  client: { client_id: 'id-billing', name: 'billing', description: 'Bills of builds', kind: 'server' },
  scopes: ['openid', 'repositories:read'],
  new_scopes: ['openid', 'repositories:read'],
  callback_origin: 'https://billing.example.org',
  password_required: false,
  lasts_ms: 600_000,
  ...more,
});

/** What a user lets an application do. */
export const granted = (name: string, more: Partial<UserIntegration> = {}): UserIntegration => ({
  username: 'ann',
  client_id: `id-${name}`,
  name,
  scopes: ['openid', 'offline_access'],
  consented_at: '2026-01-02T09:00:00.000Z',
  ...more,
});

/** A user who lets an application act. */
export const applicationUser = (name: string, more: Partial<ApplicationUser> = {}): ApplicationUser => ({
  user: `p_${name}`,
  name,
  scopes: ['openid', 'offline_access'],
  consented_at: '2026-01-02T09:00:00.000Z',
  sign_ins: 1,
  last_used_at: '2026-01-03T09:00:00.000Z',
  ...more,
});

/** How many users a page has. */
const PAGE_ROWS = 3;

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

/** The calls of the real server, as far as the pages of applications use them. */
export class FakeApplications {
  all: DescribedApplication[] = [];
  granted: UserIntegration[] = [];
  /** The users of every application. */
  users: ApplicationUser[] = [];
  request = request();
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to a request of an application that it refuses. */
  invalid: (() => Response) | null = null;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  /** What every change waits for. */
  waiting: Promise<void> = Promise.resolve();
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** The addresses of what was loaded. */
  readonly asked: string[] = [];
  /** The credentials that came with each consent. */
  readonly shown: (string | null)[] = [];

  answer(path: string, init: RequestInit): Response {
    const method = init.method ?? 'GET';
    if (method === 'GET') return this.#read(path);
    const body = init.body ? JSON.parse(String(init.body)) : null;
    this.changes.push({ call: `${method} ${path}`, body });
    if (path.includes('/authorize/'))
      this.shown.push(new Headers(init.headers).get('x-jfrog-reauthentication'));
    return this.refused?.() ?? this.#change(method, path.split('/').slice(2), body);
  }

  #read(path: string): Response {
    this.asked.push(path);
    if (this.fails) return refusal(503, 'unavailable', 'Applications cannot be read.');
    const [, , part] = (path.split('?')[0] ?? '').split('/');
    if (part === 'validate') return this.invalid?.() ?? json<AuthorizationRequestShown>(this.request);
    if (part === 'authorization') return json<UserIntegration[]>(this.granted);
    if (path.includes('/grants')) return this.#users(new URLSearchParams(path.split('?')[1] ?? ''));
    return json<DescribedApplications>({ applications: this.all });
  }

  #users(query: URLSearchParams): Response {
    const found = this.users.filter(({ name }) => (name ?? '').includes(query.get('search') ?? ''));
    const begin = found.findIndex(({ user }) => user === query.get('after')) + 1;
    const users = found.slice(begin, begin + PAGE_ROWS);
    const next = begin + PAGE_ROWS < found.length ? (users.at(-1)?.user ?? null) : null;
    return json<ApplicationUsers>({ users, total: found.length, next });
  }

  #revoke(user: string | undefined): Response {
    const kept = user === undefined ? [] : this.users.filter(one => one.user !== user);
    const revoked = this.users.length - kept.length;
    this.users = kept;
    return user === undefined ? json<RevokedUsers>({ revoked }) : json<Empty>({});
  }

  #change(method: string, [part = '', id, user]: string[], body: unknown): Response {
    if (id === 'grants') return this.#revoke(user);
    if (part === 'authorize') return this.#authorize(body as Authorize);
    if (part === 'authorization') {
      this.granted = this.granted.filter(one => one.client_id !== id);
      return json<Empty>({});
    }
    if (method === 'DELETE') {
      this.all = this.all.filter(one => one.id !== part);
      return json<Empty>({});
    }
    if (method === 'PUT') return this.#changed(part, body as WantedApplication);
    const known = this.all.find(one => one.id === part) ?? this.#registered(body as WantedApplication);
    return json<RegisteredApplication>({ application: known, secret: 'once-and-never-again' });
  }

  #authorize({ consents }: Authorize): Response {
    const answer = consents === false ? 'error=access_denied' : 'code=c1';
    return json<Authorized>({ redirect: `https://billing.example.org/callback?${answer}` });
  }

  #changed(id: string, wanted: WantedApplication): Response {
    this.all = this.all.map(one =>
      one.id === id
        ? { ...one, ...wanted, scopes: wanted.scopes === undefined ? one.scopes : wanted.scopes }
        : one,
    );
    const changed = this.all.find(one => one.id === id);
    if (!changed) return refusal(404, 'not_found', 'There is no such application.');
    return json<DescribedApplication>(changed);
  }

  #registered(wanted: WantedApplication): DescribedApplication {
    const made = application(wanted.name, { ...wanted, scopes: wanted.scopes ?? null });
    this.all.push(made);
    return made;
  }
}

/** Keeps the tab where it is, and the addresses that it would have gone to. To be undone by `vi.unstubAllGlobals`. */
export function watchLeaving(): string[] {
  const left: string[] = [];
  const real = window.location;
  const assign = (url: string) => void left.push(url);
  // another object: jsdom lets nothing of its own be replaced
  const get = (_: object, name: string | symbol) =>
    name === 'assign' || name === 'replace' ? assign : Reflect.get(real, name);
  vi.stubGlobal('location', new Proxy({}, { get }));
  return left;
}

/** The console at a path, before a server with these applications. */
export function startApplications(path: string, prepare: (kept: FakeApplications) => void = () => undefined) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakeApplications();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    if (/^access\/integration\b/.test(called)) {
      const ready = init.method === 'GET' ? Promise.resolve() : kept.waiting;
      return ready.then(() => kept.answer(called, init));
    }
    return fetch(address, init);
  };
  server.fetch = own;
  return { kept, ...startConsole(path, server) };
}
