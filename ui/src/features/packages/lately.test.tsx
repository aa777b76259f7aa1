import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { browserStorage } from '@/lib/storage';
import { startConsole } from '@/test/harness';
import { withPackages } from '@/test/packages';

afterEach(() => localStorage.clear());

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
