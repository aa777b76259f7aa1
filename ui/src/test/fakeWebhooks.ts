import type { Fetch } from '@/engine/api';
import {
  type ActsPage,
  API_BASE,
  type DescribedHandler,
  type DescribedWebhook,
  type DescribedWebhookDelivery,
  type ListedWebhookDelivery,
  type WantedWebhook,
  type WebhookPreview,
  type WebhookTestResult,
} from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

const HANDLER: DescribedHandler = {
  handler_type: 'webhook',
  url: 'https://hooks.example.org/in',
  has_secret: true,
  has_earlier_secret: false,
  use_secret_for_signing: true,
  signature: 'hmac_sha256',
  cloud_event: false,
  custom_http_headers: [
    { name: 'X-Team', value: 'blue', secret: false },
    { name: 'Authorization', secret: true },
  ],
};

/** A webhook as the server describes it. */
export const webhook = (
  key: string,
  more: Partial<DescribedWebhook> = {},
  handler: Partial<DescribedHandler> = {},
): DescribedWebhook => ({
  key,
  description: 'Builds',
  enabled: true,
  project_key: null,
  ordered: false,
  event_filter: {
    domain: 'artifact',
    event_types: ['deployed'],
    criteria: { anyLocal: true, anyRemote: false, repoKeys: [], includePatterns: [], excludePatterns: [] },
  },
  handlers: [{ ...HANDLER, ...handler }],
  paused: false,
  disabled_because: null,
  created_at: '2026-01-01T09:00:00.000Z',
  revision: 1,
  deliveries: { waiting: 0, receiver_retried_at: null, last_at: null, last_delivered: null },
  ...more,
});

/** A delivery in the list. */
export const delivery = (id: string, more: Partial<ListedWebhookDelivery> = {}): ListedWebhookDelivery => ({
  id,
  domain: 'artifact',
  event_type: 'deployed',
  subject: `libs/${id}.jar`,
  happened_at: '2026-01-02T09:00:00.000Z',
  state: 'delivered',
  attempts: 1,
  attempted_at: '2026-01-02T09:00:01.000Z',
  status: 200,
  error: null,
  took_ms: 12,
  retried_at: null,
  ...more,
});

const DOMAINS = [
  { domain: 'artifact', criteria: 'repositories', event_types: ['deployed', 'deleted'], of_projects: true },
  { domain: 'build', criteria: 'builds', event_types: ['uploaded', 'promoted'], of_projects: true },
  { domain: 'user', criteria: 'nothing', event_types: ['locked'], of_projects: false },
];
const REPOSITORIES = [
  { key: 'libs', class: 'local' },
  { key: 'npm-remote', class: 'remote' },
  { key: 'all', class: 'virtual' },
];

/** A preview of criteria that nothing matches. */
export const NOTHING: WebhookPreview = {
  names: [],
  total: 0,
  files: [],
  files_total: 0,
  files_seen: 0,
  has_more_files: false,
};

/** The calls of the real server, as far as the pages of webhooks use them. */
export class FakeWebhooks {
  all: DescribedWebhook[] = [];
  deliveries: ListedWebhookDelivery[] = [];
  details: Partial<DescribedWebhookDelivery> = {};
  tested: WebhookTestResult | null = null;
  /** The bytes of the request of a test. */
  request = '';
  preview: WebhookPreview = NOTHING;
  /** The keys of the proxies; null if they cannot be loaded. */
  proxies: string[] | null = [];
  /** The names of builds. */
  builds: string[] = [];
  /** The list that cannot be loaded. */
  unlisted: string | null = null;
  /** What it answers to a preview, if it has none. */
  unpreviewed: (() => Response) | null = null;
  /** The event filters that it was asked to preview. */
  readonly previewed: unknown[] = [];
  traced: Partial<ActsPage> = {};
  /** What it answers to a trace, if it has none. */
  untraced: (() => Response) | null = null;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  fails = false;
  /** A part of the addresses that cannot be loaded. */
  failsAt: string | null = null;
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** The addresses of what was loaded. */
  readonly asked: string[] = [];

  answer(path: string, init: RequestInit): Response {
    const method = init.method ?? 'GET';
    if (method === 'GET') return this.#read(path);
    if (path.startsWith('webhooks/preview')) {
      this.asked.push(path);
      return this.#previewOf(JSON.parse(String(init.body)));
    }
    this.changes.push({ call: `${method} ${path}`, body: init.body ? JSON.parse(String(init.body)) : null });
    if (this.refused) return this.refused();
    return this.#change(method, path, this.changes.at(-1)?.body as never);
  }

  /** What the form chooses from. */
  list(path: string): Response {
    this.asked.push(path);
    const [list = '', query = ''] = path.replace('webhook-lists/', '').split('?');
    const has = new URLSearchParams(query);
    const repositories = REPOSITORIES.filter(one => one.class === has.get('type')).map(one => one.key);
    const part = (has.get('includePatterns') ?? '').replaceAll('*', '');
    const builds = this.builds.filter(name => name.includes(part));
    const isLost = list === this.unlisted || (list === 'proxies' && this.proxies === null);
    if (isLost) return refusal(503, 'unavailable', 'The list cannot be read.');
    const environments = ['DEV', 'PROD'];
    return json({ repositories, builds, bundles: [], environments, proxies: this.proxies });
  }

  /** The records of a trace. */
  trace(path: string): Response {
    this.asked.push(path);
    if (this.untraced) return this.untraced();
    return json({ records: [], names: {}, repositories: {}, next: null, ...this.traced });
  }

  #previewOf(filter: unknown): Response {
    this.previewed.push(filter);
    return this.unpreviewed ? this.unpreviewed() : json(this.preview);
  }

  #read(path: string): Response {
    this.asked.push(path);
    if (this.fails || (this.failsAt !== null && path.includes(this.failsAt)))
      return refusal(503, 'unavailable', 'Webhooks cannot be read.');
    const [address = '', query = ''] = path.split('?');
    const [, key = '', part, id] = address.split('/');
    if (key === '') return json({ webhooks: this.all });
    if (key === 'domains') return json({ domains: DOMAINS });
    if (id !== undefined) return this.#delivery(id);
    if (part === 'deliveries') return this.#page(new URLSearchParams(query));
    const found = this.all.find(one => one.key === key);
    return found ? json(found) : refusal(404, 'no_such_webhook', 'There is no such webhook.');
  }

  #page(query: URLSearchParams): Response {
    const state = query.get('state');
    const search = query.get('search') ?? '';
    const shown = this.deliveries.filter(
      one => (state === null || one.state === state) && one.subject.includes(search),
    );
    const isFirst = !query.has('after');
    return json({
      deliveries: isFirst ? shown.slice(0, 2) : shown.slice(2),
      next: isFirst && shown[2] ? 'd2' : null,
    });
  }

  #delivery(id: string): Response {
    const delivery = this.deliveries.find(one => one.id === id);
    if (!delivery) return refusal(404, 'not_found', 'There is no such delivery.');
    return json({
      delivery,
      message_id: 'msg_1',
      trace_id: null,
      request: null,
      attempts: [],
      ...this.details,
    });
  }

  #change(method: string, path: string, body: WantedWebhook & { paused?: boolean }): Response {
    const [, key = '', part] = path.split('/');
    if (key === 'test') return json(this.tested);
    if (key === 'echo') return json({ request: this.request });
    if (part === 'deliveries') return json({ id: 'd9' });
    if (method === 'DELETE' && part === undefined) {
      this.all = this.all.filter(one => one.key !== key);
      return json({});
    }
    if (key === '') this.all.push(webhook(body.key ?? '', { project_key: body.project_key ?? null }));
    const changed = this.all.find(one => one.key === (key || body.key)) ?? webhook(key);
    if (part === 'pause') changed.paused = body.paused === true;
    return json(changed);
  }
}

const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** The console at a page of webhooks, with these. */
export function startWebhooks(path: string, prepare: (kept: FakeWebhooks) => void = () => undefined) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const kept = new FakeWebhooks();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    if (/^webhooks\b/.test(called)) return Promise.resolve(kept.answer(called, init));
    if (called.startsWith('webhook-lists/')) return Promise.resolve(kept.list(called));
    if (called.startsWith('audit/trace')) return Promise.resolve(kept.trace(called));
    return fetch(address, init);
  };
  server.fetch = own;
  return { kept, ...startConsole(`/admin/configuration/webhooks${path}`, server) };
}
