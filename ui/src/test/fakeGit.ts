import type { Fetch } from '@/engine/api';
import {
  API_BASE,
  type Command,
  type DescribedGitHook,
  type DescribedGitIntegration,
  type Empty,
  type GitRepositories,
  type GitScan,
  type ListedGitRepository,
  type UntypedCall,
  type UntypedState,
} from '@/generated/api';
import type { Handle, States } from '@/generated/types';
import { drafts } from '@/lib/drafts';
import { refusal } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

type State = States['git_integration'];
type Page = Extract<State, { state: 'ready' }>['page'];
type Form = Extract<State, { state: 'editing' }>['form'];
type Vendor = Form['fields']['vendor'];

const VENDORS: readonly Vendor[] = ['github', 'gitlab', 'bitbucket_cloud', 'bitbucket_server'];
const HOSTED: Readonly<Partial<Record<Vendor, string>>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket_cloud: 'https://bitbucket.org',
};
const INFO_MS = 3_000;
const ERROR_MS = 4_500;

/** An integration as the server describes it. */
export const integration = (
  name: string,
  more: Partial<DescribedGitIntegration> = {},
): DescribedGitIntegration => ({
  key: `k-${name}`,
  name,
  type: 1,
  url: 'https://github.com',
  username: 'octo',
  vendorName: 1,
  products: ['scanning'],
  repositories: [],
  createdOn: '2026-01-01T09:00:00.000Z',
  updatedOn: '2026-01-01T09:00:00.000Z',
  hooks: {
    enabled: false,
    repositories: (more.repositories ?? []).map(name => hookOf(name)),
  },
  ...more,
});

/** What an integration says of the pushes to a repository. */
export const hookOf = (repository: string, more: Partial<DescribedGitHook> = {}): DescribedGitHook => ({
  repository,
  registered: false,
  why: null,
  last_scan: null,
  ...more,
});

/** A repository at the vendor. */
export const repository = (name: string, isPrivate = false): ListedGitRepository => ({
  name,
  web_url: `https://github.com/${name}`,
  default_branch: 'main',
  private: isPrivate,
});

/** A scan that has found nothing. */
export const scanOf = (name: string, more: Partial<GitScan> = {}): GitScan => ({
  repository: name,
  revision: 'c0ffee',
  manifests: [{ path: 'package-lock.json', kind: 'npm_lock', packages: 12, problem: null }],
  findings: [],
  truncated: false,
  advisories_available: true,
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });

/** The calls and the machine of the real server, as far as the pages of Git integrations use them. */
export class FakeGit extends FakeServer {
  all: DescribedGitIntegration[] = [];
  pages: ListedGitRepository[][] = [[]];
  scan: ((name: string) => Response | Promise<Response>) | null = null;
  /** What cancels the last scan. */
  signal: AbortSignal | null = null;
  /** The list of the machine fails. */
  listFails = false;
  /** The code and the sentence with which tests and changes are refused. */
  refusedBy: { code: string; message: string } | null = null;
  /** A test or a change has no answer until `answer` is called. */
  holds = false;
  /** Why the vendor registers no hook for a repository. */
  hooksRefused: Readonly<Record<string, NonNullable<DescribedGitHook['why']>>> = {};
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** The addresses of what was loaded. */
  readonly asked: string[] = [];
  /** The proposals of the page. */
  readonly proposed: Command['event'][] = [];
  #answer: () => void = () => undefined;

  answerGit(path: string, init: RequestInit): Response | Promise<Response> {
    const method = init.method ?? 'GET';
    const [name = '', query = ''] = path.split('?');
    if (method === 'GET') return this.#read(path, name, new URLSearchParams(query));
    const body = init.body ? JSON.parse(String(init.body)) : null;
    this.changes.push({ call: `${method} ${path}`, body });
    const [, key = '', part = ''] = name.split('/');
    if (key === 'secret') return json<Handle>({ handle: `h_${body.token}` });
    if (part === 'scan') {
      this.signal = init.signal ?? null;
      return this.scan?.(body.repository) ?? json<GitScan>(scanOf(body.repository));
    }
    if (part === 'hooks') return this.#switch(decodeURIComponent(key), body.enabled);
    const [changed] = this.#change(decodeURIComponent(key), body);
    return changed ? json<DescribedGitIntegration>(changed) : json<Empty>({});
  }

  #read(path: string, name: string, query: URLSearchParams): Response {
    this.asked.push(path);
    if (!name.endsWith('/repositories')) return json<DescribedGitIntegration[]>(this.all);
    const index = Number(query.get('page') ?? 0);
    const sought = query.get('query') ?? '';
    return json<GitRepositories>({
      repositories: (this.pages[index] ?? []).filter(one => one.name.includes(sought)),
      next: index + 1 < this.pages.length ? String(index + 1) : null,
    });
  }

  #change(key: string, change: Partial<DescribedGitIntegration>): DescribedGitIntegration[] {
    this.all = this.all.map(one => (one.key === key ? { ...one, ...change } : one));
    return this.all.filter(one => one.key === key);
  }

  /** Hooks are turned on or off: the vendor registers those that it does not refuse. */
  #switch(key: string, enabled: boolean): Response {
    const known = this.all.find(one => one.key === key);
    const repositories = (known?.repositories ?? []).map(name => {
      const why = enabled ? (this.hooksRefused[name] ?? null) : null;
      const last = known?.hooks.repositories.find(one => one.repository === name)?.last_scan ?? null;
      return hookOf(name, { registered: enabled && why === null, why, last_scan: last });
    });
    const [changed] = this.#change(key, { hooks: { enabled, repositories } });
    return changed ? json<DescribedGitIntegration>(changed) : json<Empty>({});
  }

  /** The same state is pushed once more, as after a change of the list in another tab. */
  pushAgain(): void {
    this.#move({ type: 'git.list' }, structuredClone(this.states.get('git_integration')?.state ?? {}));
  }

  /** What was held is answered. */
  answer(): void {
    this.#answer();
  }

  override propose(command: Command): void {
    const { machine, event } = command;
    if (machine !== 'git_integration') return super.propose(command);
    this.proposed.push(event);
    this.#take(event);
  }

  #take(event: Command['event']): void {
    const { state } = this;
    const known = this.states.get('git_integration')?.state as State;
    const page: Page = 'page' in known ? known.page : this.#page();
    const form = 'form' in known ? known.form : null;
    switch (event.type) {
      case 'open':
        this.#move(event, { state: 'loading', page: { ...page, vendors: [] } });
        return this.#list();
      case 'refresh':
        return this.#list();
      case 'create':
        return this.#edit(event, { action: { action: 'create' }, vendor: event.vendor as Vendor });
      case 'edit':
        return this.#edit(event, {
          action: { action: 'update', key: String(event.key) },
          before: event.fields as Form['fields'],
        });
      case 'close_popover':
        return this.#move(event, { state: 'editing', page, form: { ...form, popover: false } });
      case 'test':
      case 'save':
        return this.#send(event, { ...(form as Form), fields: event.fields as Form['fields'] });
      case 'choose':
        return this.#choose(event, known);
      case 'delete':
        return this.#delete(event);
      case 'close':
        return this.#move(event, { state: 'ready', page });
      case 'reset':
        return this.#move(event, { state: 'closed' });
      default:
        throw new Error(`${event.type} in ${state.call(this, 'git_integration')}`);
    }
  }

  #page(): Page {
    return { oauth: false, person: 'p_7', vendors: [], failed: false, error: null };
  }

  #move(event: Command['event'], to: object, calls: UntypedCall[] = []): void {
    this.push({ machine: 'git_integration', event, to: to as UntypedState, calls });
  }

  #say(key: string, args: Record<string, string> = {}): UntypedCall {
    const duration_ms = key.endsWith('failed') ? ERROR_MS : INFO_MS;
    return { call: 'browser.notify', key: `git.${key}`, args, duration_ms };
  }

  #list(): void {
    const vendors = VENDORS.map((vendor, index) => {
      const own = this.all.filter(({ vendorName }) => vendorName === index + 1);
      const connections = own.filter(({ products }) => products.includes('scanning')).length;
      const services = [{ product: 'scanning', connections, connected: connections > 0 }];
      return { vendor, integrations: own.length, connected: own.length > 0, services };
    });
    const page = { ...this.#page(), ...(this.listFails ? { failed: true } : { vendors }) };
    this.#move({ type: 'git.list' }, { state: 'ready', page });
  }

  #edit(
    event: Command['event'],
    { action, before = null, vendor }: Pick<Form, 'action'> & { before?: Form['before']; vendor?: Vendor },
  ): void {
    const fresh = vendor && { vendor, name: '', url: HOSTED[vendor] ?? '', user_name: '' };
    const form = { action, fields: before ?? fresh, before, tested: null, popover: false, error: null };
    this.#move(event, { state: 'editing', page: this.#known(), form });
  }

  #known(): Page {
    const state = this.states.get('git_integration')?.state as State;
    return 'page' in state ? state.page : this.#page();
  }

  #send(event: Command['event'], form: Form): void {
    const isTest = event.type === 'test';
    const page = this.#known();
    this.#move(event, {
      state: isTest ? 'testing' : 'saving',
      page,
      form: isTest ? { ...form, tested: null, popover: false, error: null } : form,
    });
    this.#answer = () => (isTest ? this.#tested(form) : this.#saved(form));
    if (!this.holds) this.#answer();
  }

  #notice = () => this.refusedBy && { ...this.refusedBy, retry_at: null };

  #tested(form: Form): void {
    const error = this.#notice();
    const tested = error ? null : { fields: form.fields, mark: '0'.repeat(64) };
    this.#move(
      { type: 'git.test' },
      { state: 'editing', page: this.#known(), form: { ...form, tested, popover: !error, error } },
      error ? [this.#say('test_failed')] : [],
    );
  }

  #saved(form: Form): void {
    const error = this.#notice();
    const page = this.#known();
    const old = 'key' in form.action ? form.action.key : null;
    const type = old === null ? 'git.create' : 'git.update';
    const word = old === null ? 'create' : 'update';
    if (error) {
      const to = { state: 'editing', page, form: { ...form, error } };
      return this.#move({ type }, to, [this.#say(`${word}_failed`)]);
    }
    const { name, url, user_name: username, vendor } = form.fields;
    const made = integration(name, {
      url,
      username,
      vendorName: VENDORS.indexOf(vendor) + 1,
      products: [],
    });
    if (old === null) this.all = [...this.all, made];
    else this.#change(old, { name, url, username });
    const key = old ?? made.key;
    const to = old === null ? { state: 'choosing', page, key, products: [] } : { state: 'ready', page };
    this.#move({ type }, to, [this.#say(`${word}d`, { key })]);
    if (old !== null) this.#list();
  }

  #choose(event: Command['event'], state: State): void {
    if (!('page' in state)) return;
    const page = { ...state.page, error: null };
    const key = String(event.key);
    const products = event.products as DescribedGitIntegration['products'];
    const type = 'git.products';
    const created = state.state === 'choosing';
    this.#move(event, { state: 'storing', page, key, products, created });
    if (this.refusedBy) {
      const failed = { ...page, error: this.#notice() };
      const to = created
        ? { state: 'choosing', page: failed, key, products }
        : { state: 'ready', page: failed };
      return this.#move({ type }, to, [this.#say('update_failed')]);
    }
    this.#change(key, { products });
    this.#move({ type }, { state: 'ready', page });
    this.#list();
  }

  #delete(event: Command['event']): void {
    const page = { ...this.#known(), error: null };
    const key = String(event.key);
    this.#move(event, { state: 'deleting', page, key });
    if (this.refusedBy) {
      const to = { state: 'ready', page: { ...page, error: this.#notice() } };
      return this.#move({ type: 'git.delete' }, to, [this.#say('delete_failed')]);
    }
    this.all = this.all.filter(one => one.key !== key);
    this.#move({ type: 'git.delete' }, { state: 'ready', page }, [this.#say('deleted', { key })]);
    this.#list();
  }
}

/** The console at a path, before a server with these integrations. */
export function startGit(path: string, prepare: (kept: FakeGit) => void = () => undefined) {
  drafts.set(0);
  const kept = new FakeGit();
  const { installation } = kept.facts;
  kept.facts = { ...kept.facts, installation: { ...installation, features: ['tested', 'git_scanning'] } };
  prepare(kept);
  fillWithRecords(kept, 5);
  const { fetch } = kept;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    return /^integration\b/.test(called)
      ? Promise.resolve(kept.answerGit(called, init))
      : fetch(address, init);
  };
  kept.fetch = own;
  return { kept, ...startConsole(path, kept) };
}

/** A refusal of the server, for `scan`. */
export const refusedScan = (message: string) => () => refusal(502, 'git_unreachable', message);
