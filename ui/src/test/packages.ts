import type { Fetch } from '@/engine/api';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';

// what jsdom lacks, and the list of cards observes
window.IntersectionObserver = class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

const COUNTS = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };

const RISK = { riskLevel: 'NONE', reasons: [] };

/** A package of npm with one version. */
export function packageNode(name: string, at: string, scanStatus: string) {
  return {
    ...{ id: `npm://${name}`, name, created: at, modified: at, description: '', latestVersion: '1.0.0' },
    ...{
      versionsCount: 1,
      packageType: 'npm',
      stats: { downloads: 0, followers: 0 },
      licenses: [],
      tags: [],
    },
    ...{ repos: ['npm-local'], scanStatus, vulnerabilities: COUNTS, followed: false, operationalRisk: RISK },
  };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

interface Asked {
  path: string;
  sort?: unknown;
}

const TRANSFER = { month: '2026-03', bytes: 0, quotaBytes: null as number | null, isReached: false };

interface Differences {
  /** Answers of other calls, by their path. */
  others?: Readonly<Record<string, () => Response>>;
  names?: readonly string[];
  scanStatus?: string;
  isPartial?: boolean;
  /** How many packages there are of each type. */
  types?: readonly { value: string; count: number }[];
  transfer?: typeof TRANSFER;
}

/** A server with two packages, whose administrator has not imported advisories, but for the differences. */
export function withPackages({
  others = {},
  names = ['left-pad', 'shop'],
  scanStatus = 'NOT_SCANNED',
  isPartial = false,
  types = [],
  transfer = TRANSFER,
}: Differences = {}) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const asked: Asked[] = [];
  const { fetch } = server;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const page = {
    edges: names.map(name => ({ node: packageNode(name, hourAgo, scanStatus) })),
    pageInfo: { hasNextPage: false, endCursor: null },
    isPartial,
  };
  const own: Fetch = async (path, init) => {
    const name = path.replace(/^.*\/api\/v1\//, '');
    const other = others[name];
    if (other) return other();
    if (name === 'advisories') {
      asked.push({ path: name });
      return json({ advisories: 0, types: {}, is_lost: false, last: null });
    }
    if (name !== 'packages' || typeof init.body !== 'string') {
      asked.push({ path: name });
      return fetch(path, init);
    }
    const { query, variables } = JSON.parse(init.body);
    asked.push({ path: name, sort: variables.by });
    if (query.includes('packageFacets'))
      return json({
        data: {
          packageFacets: {
            ...{ total: names.length, exact: true, isPartial, types, repos: [], licenses: [] },
            severities: scanStatus === 'SCANNED' ? ['critical', 'high'] : [],
          },
          dataTransfer: transfer,
        },
        errors: [],
      });
    return json({ data: { packages: page }, errors: [] });
  };
  server.fetch = own;
  return { server, asked };
}
