import { screen, waitFor, within } from '@testing-library/react';
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

// covers: [PKG-09]
test('the usual types are offered with what there is, and never the excluded ones', async () => {
  const types = [
    { value: 'npm', count: 2 },
    { value: 'cargo', count: 1 },
    { value: 'dockerV1', count: 1 },
  ];
  const { server } = withPackages({ types });
  startConsole('/packages', server);
  const group = within(await screen.findByRole('group', { name: 'Type', hidden: true }));
  const names = () =>
    group.getAllByRole('checkbox', { hidden: true }).map(box => box.closest('label')?.textContent);
  await waitFor(() => expect(names()).toContain('npm2'));
  expect(names()).toEqual(['npm2', 'Cargo1', 'Docker0', 'Maven0', 'Go0', 'NuGet0', 'Helm0', 'MySQL0']);
});

test('where packages are compared with advisories, they can be narrowed by the severities', async () => {
  const { server } = withPackages({ scanStatus: 'SCANNED' });
  const { user, router } = startConsole('/packages', server);
  const group = await screen.findByRole('group', { name: 'Vulnerabilities', hidden: true });
  expect(group).toHaveTextContent(/^VulnerabilitiesCriticalHigh$/);
  await user.click(within(group).getByRole('checkbox', { name: 'High', hidden: true }));
  await waitFor(() => expect(router.state.location.search).toEqual({ severities: 'high' }));
});

test('where nothing is compared, there is no such choice', async () => {
  const { server } = withPackages();
  startConsole('/packages', server);
  await screen.findByRole('group', { name: 'Type', hidden: true });
  expect(screen.queryByRole('group', { name: 'Vulnerabilities', hidden: true })).toBeNull();
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
