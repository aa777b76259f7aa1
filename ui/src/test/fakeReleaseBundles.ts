import type { Fetch } from '@/engine/api';
import {
  API_BASE,
  type Empty,
  type PromoteReleaseBundle,
  type ReleaseBundleDetails,
  type ReleaseBundleEnvironments,
  type ReleaseBundleImported,
  type ReleaseBundlePromoted,
  type ReleaseBundleRow,
  type ReleaseBundles,
} from '@/generated/api';
import type { BundlePromotion } from '@/generated/types';
import { drafts } from '@/lib/drafts';
import { FakeDistribution } from './fakeDistribution';
import { refusal } from './fakeHttp';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';
import { startConsole } from './harness';

type Outcome = BundlePromotion['outcome'];

/** A bundle that was created here. */
export const bundle = (version: string, more: Partial<ReleaseBundleRow> = {}): ReleaseBundleRow => ({
  name: 'shop',
  version,
  origin: 'source',
  status: 'COMPLETED',
  created: '2026-01-01T10:00:00.000Z',
  created_by: 'p_7',
  signed: true,
  artifacts_count: 1,
  size: 3,
  promotable: true,
  environment: null,
  ...more,
});

/** A promotion to the environment PROD. */
export const promotion = (outcome: Outcome, more: Partial<BundlePromotion> = {}): BundlePromotion => ({
  environment: 'PROD',
  repositories: ['prod-local'],
  at: '2026-01-02T10:00:00.000Z',
  by: 'p_7',
  outcome,
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const NAMES = { p_7: 'ann' };
const WHOLE = { limit: 1_000, offset: 0, page_info: { has_next_page: false, end_cursor: null } };

/** The calls of the real server, as far as the page of release bundles uses them. */
export class FakeReleaseBundles {
  all: ReleaseBundleRow[] = [];
  /** The promotions of every bundle, the newest first. */
  promotions: BundlePromotion[] = [];
  environments = ['DEV', 'PROD'];
  /** What comes of a promotion. */
  outcome: Outcome = { status: 'completed', files: 1 };
  /** What it answers to every preview, if it has none. */
  unpreviewed: (() => Response) | null = null;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  /** What every change waits for. */
  waiting: Promise<void> = Promise.resolve();
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];
  /** What every preview waits for. */
  previewing: Promise<void> = Promise.resolve();
  /** What previews were asked for. */
  readonly previewed: PromoteReleaseBundle[] = [];
  /** What cancels them. */
  readonly cancellations: (AbortSignal | null)[] = [];
  /** The addresses of what was loaded. */
  readonly asked: string[] = [];
  /** The targets, and the distributions of every bundle. */
  readonly distribution = new FakeDistribution();
  /** Every bundle was distributed by another server. */
  received = false;

  async answer(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    if (FakeDistribution.has(path)) return this.distribution.answer(path, init);
    const [, name, version, part] = (path.split('?')[0] ?? '').split('/');
    if (path.startsWith('repositories')) return this.#repositories();
    if (method === 'GET') {
      this.asked.push(path);
      return this.#read(name, version);
    }
    const body = init.body ? JSON.parse(String(init.body)) : null;
    if (part === 'promotions' && body.dry_run) return this.#preview(body, init.signal ?? null);
    this.changes.push({ call: `${method} ${path}`, body });
    await this.waiting;
    const refused = this.refused?.();
    if (refused) return refused;
    if (method === 'DELETE') return this.#delete(name, version);
    return part === 'promotions' ? this.#promote(body) : this.#create(name ?? '', version ?? '');
  }

  #repositories(): Response {
    const all = { 'dev-local': 'DEV', 'prod-local': 'PROD', 'prod-npm': 'PROD' };
    const repositories = Object.entries(all).map(([key, environment]) => ({
      key,
      class: 'local',
      environments: [environment],
    }));
    return json({ repositories });
  }

  #read(name: string | undefined, version: string | undefined): Response {
    if (name === 'environments') return json<ReleaseBundleEnvironments>({ environments: this.environments });
    if (name === undefined)
      return json<ReleaseBundles>({
        ...{ release_bundles: this.all, names: NAMES, total: this.all.length },
        ...WHOLE,
      });
    const found = this.all.find(one => one.name === name && one.version === version);
    if (!found) return refusal(404, 'not_found', 'There is no such bundle.');
    const artifacts = [{ path: 'libs/shop.jar', size: 3, sha256: 'a', sha1: 'b', md5: 'c' }];
    return json<ReleaseBundleDetails>({
      ...{ release_bundle: found, list: 'd', signature: null, names: NAMES },
      ...{ artifacts, promotions: this.promotions },
      ...{ distributions: this.distribution.all, received: this.received },
      ...WHOLE,
    });
  }

  async #preview(wanted: PromoteReleaseBundle, cancelled: AbortSignal | null): Promise<Response> {
    this.previewed.push(wanted);
    this.cancellations.push(cancelled);
    await this.previewing;
    return this.unpreviewed?.() ?? json<ReleaseBundlePromoted>({ ...this.#targets(wanted), outcome: null });
  }

  #targets({ included, excluded }: PromoteReleaseBundle) {
    const targets = included.length > 0 ? included : ['prod-local', 'prod-npm'];
    return { repositories: targets.filter(key => !excluded.includes(key)), files: 2 };
  }

  #promote(wanted: PromoteReleaseBundle): Response {
    const { environment } = wanted;
    const { repositories, files } = this.#targets(wanted);
    this.promotions = [promotion(this.outcome, { environment, repositories }), ...this.promotions];
    return json<ReleaseBundlePromoted>({ repositories, files, outcome: this.outcome });
  }

  #create(name: string, version: string): Response {
    const made = bundle(version, { name });
    this.all = [made, ...this.all];
    return json<ReleaseBundleImported>({ release_bundle: made, names: NAMES });
  }

  #delete(name: string | undefined, version: string | undefined): Response {
    this.all = this.all.filter(one => one.name !== name || one.version !== version);
    return json<Empty>({});
  }
}

/** The console at a path, before a server with these bundles. */
export function startReleaseBundles(
  path: string,
  prepare: (kept: FakeReleaseBundles) => void = () => undefined,
) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const kept = new FakeReleaseBundles();
  prepare(kept);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    return /^(release_bundles|repositories|distribution_targets)\b/.test(called)
      ? kept.answer(called, init)
      : fetch(address, init);
  };
  server.fetch = own;
  return { kept, ...startConsole(path, server) };
}
