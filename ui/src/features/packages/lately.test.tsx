import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Fetch } from '@/engine/api';
import { browserStorage } from '@/lib/storage';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

afterEach(() => localStorage.clear());

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

const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0 };

function packageNode(name: string, at: string) {
  return {
    ...{ id: `npm://${name}`, name, created: at, modified: at, description: '', latestVersion: '1.0.0' },
    ...{ versionsCount: 1, packageType: 'npm', stats: { downloads: 0 }, licenses: [], tags: [] },
    ...{ repos: ['npm-local'], scanStatus: 'NOT_SCANNED', vulnerabilities: counts },
  };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

interface Asked {
  path: string;
  sort?: unknown;
}

/** A server with two packages, whose administrator has not imported advisories. */
function withPackages(others: Readonly<Record<string, () => Response>> = {}) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const asked: Asked[] = [];
  const { fetch } = server;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const page = {
    edges: ['left-pad', 'shop'].map(name => ({ node: packageNode(name, hourAgo) })),
    pageInfo: { hasNextPage: false, endCursor: null },
    isPartial: false,
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
          packageFacets: { total: 2, exact: true, isPartial: false, types: [], repos: [], licenses: [] },
        },
        errors: [],
      });
    return json({ data: { packages: page }, errors: [] });
  };
  server.fetch = own;
  return { server, asked };
}

test('the list says what changed lately, and an administrator what needs attention', async () => {
  const { server } = withPackages();
  startConsole('/packages', server);
  const recent = within(await screen.findByRole('list', { name: 'Recently changed' }));
  expect(recent.getByRole('link', { name: 'left-pad' })).toHaveAttribute(
    'href',
    '/ui/packages/npm%3A%2F%2Fleft-pad',
  );
  expect(recent.getAllByText('1 hour ago')).toHaveLength(2);
  const attention = within(await screen.findByRole('region', { name: 'Needs attention (1)' }));
  // calls that failed say nothing
  expect(attention.getAllByRole('listitem').map(item => item.textContent?.trim())).toEqual([
    'No security advisories have been imported. The command waybill advisories import imports them.',
  ]);
});

test('a user is not asked for what only administrators may know', async () => {
  const { server, asked } = withPackages();
  server.look({ type: 'view_as' }, { role: 'user', licence: null, flavour: null });
  startConsole('/packages', server);
  await screen.findByRole('list', { name: 'Recently changed' });
  expect(screen.queryByRole('region', { name: /Needs attention/ })).toBeNull();
  expect(asked.filter(({ path }) => /advisories|status|licenses|cleanup|Support/.test(path))).toEqual([]);
  // one query more than the list itself takes
  expect(asked.filter(({ sort }) => sort === 'modified').length).toBeLessThanOrEqual(2);
});

test('it stays closed in this browser, and asks for nothing then', async () => {
  const { server } = withPackages();
  const { user } = startConsole('/packages', server);
  await screen.findByRole('list', { name: 'Recently changed' });
  // jsdom toggles details at a click of the summary
  await user.click(screen.getByRole('heading', { name: 'Recently changed' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recently changed' })).toBeNull());
  expect(browserStorage.read('waybill.packages.lately')).toBe('closed');
});

test('a search leaves it out', async () => {
  const { server } = withPackages();
  startConsole('/packages?name=shop', server);
  await screen.findByRole('heading', { name: 'shop' });
  expect(screen.queryByRole('heading', { name: 'Recently changed' })).toBeNull();
});
