import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

function inside(path: string) {
  const server = new FakeServer();
  fillWithRecords(server, 30);
  return startConsole(path, server);
}

const card = (name: string) => screen.findByRole('region', { name });

// covers: [ROUTE-03]
test('an administrator sees services, the licence, what everyone did, and what to do next', async () => {
  inside('/overview');
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeInTheDocument();
  expect(within(await card('Services')).getByRole('link')).toHaveAttribute(
    'href',
    '/ui/admin/monitoring/service-status',
  );
  expect(await card('Licence')).toBeInTheDocument();
  const last = within(await card('Last activity'));
  expect((await last.findAllByText(/signed in/)).length).toBeGreaterThan(0);
  expect(last.queryByText(/idle|watching/)).toBeNull();
  expect(within(await card('What to do next')).getByRole('link', { name: 'Add users' })).toBeInTheDocument();
});

test('as a user there is nothing of the installation, and no request for it', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 30);
  server.look({ type: 'view_as' }, { role: 'user', licence: null, flavour: null });
  const asked: string[] = [];
  const { fetch } = server;
  server.fetch = (...request) => {
    asked.push(String(request[0]));
    return fetch(...request);
  };
  startConsole('/overview', server);
  const last = within(await card('Your last activity'));
  expect((await last.findAllByText(/signed in/)).length).toBeGreaterThan(0);
  for (const name of ['Services', 'Licence', 'Last activity'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(asked.some(path => path.includes('session/records'))).toBe(true);
  expect(asked.filter(path => /audit|licenses/.test(path))).toEqual([]);
  const next = within(await card('What to do next'));
  expect(next.queryByRole('link', { name: 'Add users' })).toBeNull();
});

test('the page of packages shows Home until there are packages', async () => {
  inside('/packages');
  expect(await screen.findByRole('heading', { level: 1, name: 'Packages' })).toBeInTheDocument();
  expect(await card('What to do next')).toBeInTheDocument();
  expect(screen.queryByText('What works now')).toBeNull();
});
