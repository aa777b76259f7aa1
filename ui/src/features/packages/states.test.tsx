import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startConsole } from '@/test/harness';
import { withPackages } from '@/test/packages';

afterEach(() => localStorage.clear());

// covers: [PKG-03]
test('a search without results says how to go on', async () => {
  const { server } = withPackages({ names: [] });
  startConsole('/packages?name=nothing', server);
  await screen.findByRole('heading', { name: 'No packages found, please refine your search criteria' });
  expect(screen.getAllByRole('button', { name: 'Clear search and filters' })[0]).toBeVisible();
});

// covers: [PKG-03]
test('while the index is built, what is found is partial, and what is not found may come', async () => {
  const { server } = withPackages({ names: [], isPartial: true });
  startConsole('/packages?name=shop', server);
  await screen.findByRole('heading', { name: 'Package will be available in a few minutes' });
  expect(screen.getByText(/^The index of packages is being built/)).toBeVisible();
});

// covers: [PKG-03]
test.each([
  ['UNAVAILABLE', 'Xray is unavailable'],
  ['LICENCE_REQUIRED', 'Requires an Xray license'],
  ['NOT_SCANNED', 'Not Scanned'],
])('a package that is not scanned says why: %s', async (scanStatus, text) => {
  const { server } = withPackages({ scanStatus, names: ['shop'] });
  startConsole('/packages?name=shop', server);
  const card = (await screen.findByRole('heading', { name: 'shop' })).closest('li');
  expect(within(card ?? document.body).getByText(text)).toBeVisible();
});

// covers: [PKG-03]
test('a reached quota of data transfer leads an administrator to an upgrade', async () => {
  const transfer = { month: '2026-03', bytes: 5_000, quotaBytes: 4_000, isReached: true };
  const { server } = withPackages({ transfer });
  startConsole('/packages', server);
  const notice = await screen.findByText(/^The monthly data transfer quota of 4 kB is reached\./);
  expect(within(notice).getByRole('link', { name: 'UPGRADE' })).toHaveAttribute(
    'href',
    expect.stringContaining('/license_management/licenses'),
  );
});
