import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { browserStorage } from '@/lib/storage';
import { queryClient } from '@/shell/queryClient';
import { startConsole } from '@/test/harness';
import { packageNode, withPackages } from '@/test/packages';

afterEach(() => localStorage.clear());

const DAY_MS = 86_400_000;

interface Version {
  name: string;
  version: string;
  daysAgo: number;
}

const GREEK = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota'];
const versions = (names: readonly string[]): Version[] =>
  names.map((name, index) => ({ name, version: '1.0.0', daysAgo: index + 1 }));

/** A server whose user follows packages, and how often it was asked for them. */
function following(first: readonly Version[]) {
  const { server } = withPackages();
  const { fetch } = server;
  const known = { followed: [...first], fails: false, asked: 0 };
  const start = Date.now();
  const node = ({ name, version, daysAgo }: Version) => ({
    ...packageNode(name, new Date(start - daysAgo * DAY_MS).toISOString(), 'NOT_SCANNED'),
    ...{ latestVersion: version, followed: known.followed.some(one => one.name === name) },
  });
  const answer = (data: object) => new Response(JSON.stringify({ data, errors: [] }));
  server.fetch = async (path, init) => {
    const { query = '', variables, packageId, follow } = JSON.parse(String(init.body ?? '{}'));
    if (path.endsWith('/packages/follow')) {
      const name = packageId.replace('npm://', '');
      const others = known.followed.filter(one => one.name !== name);
      known.followed = follow ? [...others, { name, version: '1.0.0', daysAgo: 0 }] : others;
      return new Response(JSON.stringify({ followers: 1, followed: follow }));
    }
    if (query.includes('query Package(')) {
      const name = variables.id.replace('npm://', '');
      const found = known.followed.find(one => one.name === name) ?? { name, version: '1.0.0', daysAgo: 0 };
      return answer({ package: node(found) });
    }
    if (!query.includes('followedPackages')) return fetch(path, init);
    known.asked += 1;
    if (known.fails) return new Response('', { status: 500 });
    return answer({ followedPackages: known.followed.map(node) });
  };
  return { server, known };
}

const section = async () => within(await screen.findByRole('region', { name: 'Packages you follow' }));
const rows = async () => (await section()).getAllByRole('listitem').map(row => row.textContent);
const isThere = () => screen.queryByRole('region', { name: 'Packages you follow' }) !== null;

test('what the user follows is above the list, the newest change first, by one query', async () => {
  const { server, known } = following([
    { name: 'till', version: '2.1.0', daysAgo: 3 },
    { name: 'shop', version: '1.4.0', daysAgo: 1 },
  ]);
  startConsole('/packages', server);
  expect(await rows()).toEqual(['npmshop1.4.0yesterday', 'npmtill2.1.03 days ago']);
  expect((await section()).getByRole('link', { name: 'shop' })).toHaveAttribute(
    'href',
    '/ui/packages/npm%3A%2F%2Fshop',
  );
  expect((await section()).queryByRole('button')).toBeNull();
  expect(known.asked).toBe(1);
});

test('a version that came since the user looked here is new until its package is opened', async () => {
  const { server, known } = following(versions(['till', 'shop']));
  const { router, user } = startConsole('/packages', server);
  // what is there at the first look is not new
  expect(await rows()).toEqual(['npmtill1.0.0yesterday', 'npmshop1.0.02 days ago']);

  known.followed = [
    { name: 'till', version: '1.1.0', daysAgo: 0 },
    { name: 'shop', version: '1.0.1', daysAgo: 0.1 },
  ];
  const again = () => router.navigate({ to: '/packages' });
  await router.navigate({ to: '/session-activity' });
  await queryClient.invalidateQueries({ queryKey: ['packages'] });
  await again();
  await waitFor(async () =>
    expect(await rows()).toEqual(['npmtill1.1.0New versionnow', 'npmshop1.0.1New version2 hours ago']),
  );

  await user.click((await section()).getByRole('link', { name: 'till' }));
  await screen.findByRole('button', { name: 'Stop following' });
  await again();
  expect(await rows()).toEqual(['npmtill1.1.0now', 'npmshop1.0.1New version2 hours ago']);
});

test('each user of a browser has their own', async () => {
  browserStorage.write('waybill.packages.seen.p_8', '{"npm://till":"2020-01-01T00:00:00Z"}');
  const { server } = following(versions(['till']));
  startConsole('/packages', server);
  expect((await section()).queryByText('New version')).toBeNull();
});

test('what the browser has kept that is no time is left out', async () => {
  browserStorage.write('waybill.packages.seen.p_7', '{"npm://till":7}');
  const { server } = following(versions(['till']));
  startConsole('/packages', server);
  expect((await section()).queryByText('New version')).toBeNull();
});

test('a visitor is not asked for', async () => {
  const { server, known } = following(versions(['till']));
  const go = server.go.bind(server);
  server.person = null;
  // a visitor who may look around
  server.go = path => {
    server.person = 'p_7';
    go(path);
    server.person = null;
  };
  startConsole('/packages', server);
  await screen.findByRole('list', { name: 'Recently changed' });
  expect(isThere()).toBe(false);
  expect(known.asked).toBe(0);
});

test('more than eight are shown on request', async () => {
  const { server } = following(versions(GREEK));
  const { user } = startConsole('/packages', server);
  expect(await rows()).toHaveLength(8);
  await user.click((await section()).getByRole('button', { name: 'Show all (9)' }));
  expect(await rows()).toHaveLength(9);
  await user.click((await section()).getByRole('button', { name: 'Show fewer' }));
  expect(await rows()).toHaveLength(8);
});

test('a package appears when the user follows it, and goes when they no longer do', async () => {
  const { server } = following([]);
  const { router, user } = startConsole('/packages', server);
  await screen.findByRole('list', { name: 'Recently changed' });
  expect(isThere()).toBe(false);

  await router.navigate({ to: '/packages/npm%3A%2F%2Ftill' });
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  await screen.findByRole('button', { name: 'Stop following' });
  await router.navigate({ to: '/packages' });
  expect(await rows()).toEqual(['npmtill1.0.0now']);

  await user.click((await section()).getByRole('link', { name: 'till' }));
  await user.click(await screen.findByRole('button', { name: 'Stop following' }));
  await screen.findByRole('button', { name: 'Follow' });
  await router.navigate({ to: '/packages' });
  await screen.findByRole('list', { name: 'Recently changed' });
  await waitFor(() => expect(isThere()).toBe(false));
});

test('a failure can be tried again', async () => {
  const { server, known } = following(versions(['till']));
  known.fails = true;
  const { user } = startConsole('/packages', server);
  const failed = await screen.findByRole('alert');
  expect(isThere()).toBe(false);
  known.fails = false;
  await user.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await rows()).toEqual(['npmtill1.0.0yesterday']);
});
