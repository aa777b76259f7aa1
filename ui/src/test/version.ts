import type { Fetch } from '@/engine/api';
import { FakeServer } from './fakeServer';
import { fillWithRecords } from './fill';

const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** The version 1.0.0 of a package, whose lead file has the name of the package. */
export function versionNode(id: string, differences: object = {}) {
  const name = id.slice(id.indexOf('://') + 3);
  return {
    ...{ id, name: '1.0.0', created: '2026-01-01T00:00:00.000Z', package: name },
    ...{ modified: '2026-01-01T00:00:00.000Z', description: '', licenses: [], keywords: [], size: 1 },
    ...{ digest: null, tags: [], deprecation: null, yanked: false, preRelease: false, publishedBy: null },
    ...{ stats: { downloadCount: 0 }, repos: [{ name: 'npm-local', leadFilePath: name }], files: [] },
    ...{ scanStatus: 'NOT_SCANNED', vulnerabilities: counts, vulnerabilityList: [], releasesBehind: 0 },
    operationalRisk: { riskLevel: 'NONE', reasons: [] },
    ...differences,
  };
}

/** A page with the newest version of a package, or without any. */
export const versionsPage = (node: object | null) => ({
  edges: node ? [{ node }] : [],
  pageInfo: { hasNextPage: false, endCursor: null },
});

interface Answering {
  /** The package whose version is open. */
  id: string;
  /** Answers queries of packages. */
  query: (asked: { query: string; variables: Record<string, unknown> }) => object;
  /** Answers other calls by their path; undefined for what the server itself answers. */
  other: (path: string, search: URLSearchParams, body: unknown) => Response | undefined;
}

/** A server in whose console a version is open, and the address of the version. */
export function withVersion({ id, query, other }: Answering) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const propose = server.propose.bind(server);
  server.propose = command => {
    if (command.machine !== 'packages') return propose(command);
    const browser = { version_fetching: false, tabs: ['readme'], tab: 'readme', filter: {}, sort: {} };
    const to = { state: 'version', ...{ browser, package: id, version: '1.0.0' } };
    server.push({ machine: 'packages', event: command.event, to });
  };
  const { fetch } = server;
  const own: Fetch = async (path, init) => {
    const [name = '', search] = path.replace(/^.*\/api\/v1\//, '').split('?');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    if (name === 'packages') return json({ data: query(body as Parameters<typeof query>[0]), errors: [] });
    return other(name, new URLSearchParams(search), body) ?? fetch(path, init);
  };
  server.fetch = own;
  return { server, address: `/packages/${encodeURIComponent(id)}/1.0.0` };
}
