import type { Fetch } from '@/engine/api';
import {
  type AccountChanges,
  type Accounts,
  API_BASE,
  type DescribedTrustedIssuer,
  type Empty,
  type ListedUser,
  type TestedIssuerToken,
  type TrustedIssuers,
  type WantedTrustedIssuer,
} from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from './fakeHttp';
import { invited } from './fakePlaces';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

/** A robot as the server lists it. */
export const robot = (name: string, more: Partial<ListedUser> = {}): ListedUser => ({
  ...invited,
  person: `p_${name}`,
  name,
  status: 'enabled',
  robot: true,
  must_change_password: false,
  password_link_until: null,
  ...more,
});

/** An issuer as the server describes it: that of GitHub Actions with a rule for releases. */
export const trustedIssuer = (
  name: string,
  more: Partial<DescribedTrustedIssuer> = {},
): DescribedTrustedIssuer => ({
  name,
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://waybill.example.org',
  description: '',
  enabled: true,
  rules: [
    { name: 'release', claims: { repository: 'octo-org/app' }, robot: 'p_deployer', expires_in_s: 600 },
  ],
  created_at: '2026-01-01T09:00:00.000Z',
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const PATH = 'access/api/ui/trusted_issuers';
const USERS = 'access/api/ui/users';

/** The calls of the real server, as far as the page of robots uses them. */
export class FakeTrustedIssuers {
  all: DescribedTrustedIssuer[] = [];
  robots: ListedUser[] = [robot('deployer'), robot('mirror', { enabled: false })];
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  /** What each answer to a change waits for. */
  held: Promise<void> | null = null;
  /** What it answers to a test of a token. */
  tested: TestedIssuerToken = { rule: null, refused: null, mismatches: [] };
  /** The method, the path and the body of each call that changes or tests something. */
  readonly changes: { call: string; body: unknown }[] = [];

  /** The answer to a call; null if another part of the server answers it. */
  answer(path: string, { method = 'GET', body }: RequestInit): Response | null {
    if (method === 'GET' && path.startsWith(`${USERS}?`))
      return json<Accounts>({ users: this.robots, total: this.robots.length, next: null });
    if (method === 'PATCH' && path.startsWith(USERS))
      return this.#changeRobot(path.slice(USERS.length + 1), JSON.parse(String(body)));
    if (method === 'POST' && path === 'access/api/ui/robots') return this.refused?.() ?? null;
    if (!path.startsWith(PATH)) return null;
    if (method === 'GET')
      return this.fails
        ? refusal(503, 'unavailable', 'Trusted issuers cannot be read.')
        : json<TrustedIssuers>({ issuers: this.all });
    const wanted = body ? JSON.parse(String(body)) : null;
    this.changes.push({ call: `${method} ${path.slice(PATH.length)}`, body: wanted });
    if (this.refused) return this.refused();
    if (path.endsWith('/test')) return json<TestedIssuerToken>(this.tested);
    return this.#change(method, path.split('/')[4] ?? '', wanted);
  }

  #changeRobot(person: string, changes: AccountChanges): Response | null {
    const changed = this.robots.find(one => one.person === person);
    if (!changed) return null;
    const { enabled = changed.enabled } = changes;
    this.robots = this.robots.map(one => (one === changed ? { ...one, enabled } : one));
    return json<ListedUser>({ ...changed, enabled });
  }

  #change(method: string, name: string, wanted: WantedTrustedIssuer): Response {
    const others = this.all.filter(one => one.name !== name);
    if (method === 'DELETE') {
      this.all = others;
      return json<Empty>({});
    }
    const before = this.all.find(one => one.name === name) ?? trustedIssuer(wanted.name ?? name);
    const changed = { ...before, ...wanted, name: before.name };
    this.all = [...others, changed];
    return json<DescribedTrustedIssuer>(changed);
  }
}

/** The page of robots, before a server with these issuers. */
export function startTrustedIssuers(
  query = '',
  prepare: (kept: FakeTrustedIssuers) => void = () => undefined,
) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakeTrustedIssuers();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const answer = kept.answer(address.replace(API_BASE, ''), init);
    if (!answer) return fetch(address, init);
    return (init.method === 'PUT' && kept.held ? kept.held : Promise.resolve()).then(() => answer);
  };
  server.fetch = own;
  return { kept, ...startConsole(`/admin/management/robots${query}`, server) };
}
