import type {
  DistributeReleaseBundle,
  DistributionTargetRow,
  DistributionTargets,
  Empty,
} from '@/generated/api';
import type { BundleDistribution, DistributionFailure, TargetProgress } from '@/generated/types';

/** A target as the server describes it. */
export const target = (key: string, more: Partial<DistributionTargetRow> = {}): DistributionTargetRow => ({
  key,
  url: `https://${key}.example.org`,
  description: '',
  has_token: true,
  created_at: '2026-01-01T09:00:00.000Z',
  created_by: 'p_7',
  ...more,
});

/** A distribution to the target europe. */
export const distribution = (
  status: BundleDistribution['status'],
  more: Partial<BundleDistribution> = {},
): BundleDistribution => ({
  number: 1,
  kind: 'distribute',
  targets: [{ target: 'europe', outcome: { outcome: 'completed', files: 1 } }],
  at: '2026-01-03T10:00:00.000Z',
  by: 'p_7',
  status,
  ...more,
});

const json = <Body>(body: Body) => new Response(JSON.stringify(body), { status: 200 });
const DISTRIBUTIONS = /^release_bundles\/[^/]+\/[^/]+\/distributions\b/;
const PENDING = { outcome: 'pending' } as const;

/** The calls of the real server about targets and distributions. */
export class FakeDistribution {
  targets: DistributionTargetRow[] = [];
  /** The distributions of every bundle, the newest first. */
  all: BundleDistribution[] = [];
  /** What comes of testing a connection. */
  tested: 'completed' | DistributionFailure = 'completed';
  /** What every test of a connection waits for. */
  testing: Promise<void> = Promise.resolve();
  /** Targets cannot be loaded. */
  fails: (() => Response) | null = null;
  /** What it answers to every check, if it has none. */
  unchecked: (() => Response) | null = null;
  /** What it answers to every change, if it does not take them. */
  refused: (() => Response) | null = null;
  /** What checks were asked for. */
  readonly checked: DistributeReleaseBundle[] = [];
  /** The method, the path and the body of each call that changes something. */
  readonly changes: { call: string; body: unknown }[] = [];

  /** Whether a call is one of these. */
  static has = (path: string) => path.startsWith('distribution_targets') || DISTRIBUTIONS.test(path);

  async answer(path: string, { method = 'GET', body: sent }: RequestInit): Promise<Response> {
    const body = sent ? JSON.parse(String(sent)) : null;
    if (method === 'GET')
      return this.fails?.() ?? json<DistributionTargets>({ targets: this.targets, names: { p_7: 'ann' } });
    if (path.endsWith('/test')) {
      await this.testing;
      return json({ outcome: this.tested });
    }
    if (body?.dry_run) {
      this.checked.push(body);
      return this.unchecked?.() ?? json({ files: 2, number: null });
    }
    this.changes.push({ call: `${method} ${path}`, body });
    const refused = this.refused?.();
    if (refused) return refused;
    if (!DISTRIBUTIONS.test(path)) return this.#changeTarget(method, path.split('/')[1] ?? '', body);
    return path.endsWith('/abort') ? this.#abort() : this.#begin(body);
  }

  #changeTarget(method: string, key: string, wanted: Partial<DistributionTargetRow> & { token?: string }) {
    const others = this.targets.filter(one => one.key !== key);
    if (method === 'DELETE') {
      this.targets = others;
      return json<Empty>({});
    }
    const before =
      this.targets.find(one => one.key === key) ?? target(wanted.key ?? '', { has_token: false });
    const { token, ...more } = wanted;
    const changed = { ...before, ...more, has_token: token !== undefined || before.has_token };
    this.targets = [...others, changed];
    return json(changed);
  }

  #begin({ kind, targets }: DistributeReleaseBundle): Response {
    const number = this.all.length + 1;
    const pending = targets.map((key): TargetProgress => ({ target: key, outcome: PENDING }));
    this.all = [distribution({ status: 'started' }, { number, kind, targets: pending }), ...this.all];
    return json({ files: 2, number });
  }

  #abort(): Response {
    const [newest, ...others] = this.all;
    if (newest) this.all = [{ ...newest, status: { status: 'aborted', by: 'p_7' } }, ...others];
    return json<Empty>({});
  }
}
