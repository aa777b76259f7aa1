import type { Fetch } from '@/engine/api';
import {
  API_BASE,
  type DescribedProxy,
  type Empty,
  type OutboundProxies,
  type WantedProxy,
} from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

/** A proxy as the server describes it. */
export const proxy = (key: string, more: Partial<DescribedProxy> = {}): DescribedProxy => ({
  key,
  host: `${key}.example.org`,
  port: 3128,
  user_name: null,
  has_password: false,
  for_webhooks: false,
  used_by: [],
  created_at: '2026-01-01T09:00:00.000Z',
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

/** The calls of the real server, as far as the pages of proxies use them. */
export class FakeProxies {
  all: DescribedProxy[] = [];
  /** Nothing can be loaded. */
  fails = false;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];

  answer(path: string, { method = 'GET', body }: RequestInit): Response {
    if (method === 'GET')
      return this.fails
        ? refusal(503, 'unavailable', 'Proxies cannot be read.')
        : json<OutboundProxies>({ proxies: this.all });
    const wanted = body ? JSON.parse(String(body)) : null;
    this.changes.push({ call: `${method} ${path}`, body: wanted });
    return this.refused ? this.refused() : this.#change(method, path.split('/')[1] ?? '', wanted);
  }

  #change(method: string, key: string, wanted: WantedProxy): Response {
    const others = this.all.filter(one => one.key !== key);
    if (method === 'DELETE') {
      this.all = others;
      return json<Empty>({});
    }
    const { password, ...more } = wanted;
    const before = this.all.find(one => one.key === key) ?? proxy(wanted.key ?? key);
    const has_password = password === undefined ? before.has_password : password !== '';
    const changed = { ...before, ...more, key: before.key, has_password };
    this.all = [...others, changed];
    return json<DescribedProxy>(changed);
  }
}

/** The console at a path below that of proxies, before a server with these. */
export function startProxies(path = '', prepare: (kept: FakeProxies) => void = () => undefined) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakeProxies();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    return /^proxies\b/.test(called) ? Promise.resolve(kept.answer(called, init)) : fetch(address, init);
  };
  server.fetch = own;
  return { kept, ...startConsole(`/admin/proxies/configuration${path}`, server) };
}
