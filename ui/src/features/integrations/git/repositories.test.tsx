// The repositories of a Git integration: choosing and scanning them.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeGit, integration, refusedScan, repository, scanOf, startGit } from '@/test/fakeGit';

const PAGE = '/integrations/github';
const OPENED = `${PAGE}?vcsType=github&integrationId=k-ours`;

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const chosen = (kept: FakeGit) => {
  kept.all = [integration('ours', { repositories: ['octo/one'] })];
  kept.pages = [[repository('octo/one'), repository('octo/two', true)], [repository('octo/three')]];
};

const sheet = () => screen.findByRole('dialog', { name: 'Repositories of ours' });

// covers: [INT-02, INT-08]
test('the sheet has an address that names the vendor and the integration', async () => {
  const { user, router } = startGit(PAGE, chosen);
  await user.click(await screen.findByRole('button', { name: 'Manage repositories of ours' }));
  const dialog = await sheet();
  expect(router.state.location.href).toBe(OPENED);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(PAGE);
});

// covers: [INT-08]
test('repositories are listed in pages, searched, chosen and saved', async () => {
  const { user, kept } = startGit(OPENED, chosen);
  const dialog = await sheet();
  expect(await within(dialog).findByRole('checkbox', { name: 'octo/one' })).toBeChecked();
  expect(within(dialog).getByText('Private')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(dialog).getByRole('button', { name: 'Load more' }));
  await user.click(await within(dialog).findByRole('checkbox', { name: 'octo/three' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'octo/one' }));
  expect(within(dialog).getByText('1 repository selected')).toBeVisible();
  await user.type(within(dialog).getByRole('searchbox', { name: 'Search repositories' }), 'two');
  await waitFor(() => expect(within(dialog).queryByRole('checkbox', { name: 'octo/one' })).toBeNull());
  expect(kept.asked).toContain('integration/k-ours/repositories?query=two');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The chosen repositories of ours were saved.')).toBeVisible();
  expect(kept.changes).toEqual([
    { call: 'PUT integration/k-ours/repositories', body: { repositories: ['octo/three'] } },
  ]);
  expect(await within(dialog).findByRole('button', { name: 'Scan octo/three' })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Scan octo/one' })).toBeNull();
});

test('a scan says which packages advisories are about', async () => {
  const { user, kept } = startGit(OPENED, server => {
    chosen(server);
    const found = scanOf('octo/one', {
      manifests: [
        { path: 'package-lock.json', kind: 'npm_lock', packages: 12, problem: null },
        { path: 'go.sum', kind: 'go_sum', packages: 0, problem: 'It is no file of go.' },
      ],
      findings: [
        {
          manifest: 'package-lock.json',
          package_type: 'npm',
          name: 'lodash',
          version: '4.17.20',
          advisories: [
            { id: 'GHSA-35jh-r3h4-6jhm', severity: 'high', fixed: ['4.17.21'] },
            { id: 'GHSA-none', severity: 'unknown', fixed: [] },
          ],
        },
      ],
      truncated: true,
    });
    server.scan = () => new Response(JSON.stringify(found), { status: 200 });
  });
  const dialog = await sheet();
  await user.click(await within(dialog).findByRole('button', { name: 'Scan octo/one' }));
  const result = await within(dialog).findByRole('region', { name: 'Scan of octo/one' });
  expect(result).toHaveTextContent('1 affected package');
  expect(result).toHaveTextContent('The result is not complete.');
  expect(result).toHaveTextContent('12 packages');
  expect(result).toHaveTextContent('It is no file of go.');
  const rows = within(within(result).getByRole('table', { name: 'Findings' })).getAllByRole('row');
  expect(rows).toHaveLength(3);
  for (const text of ['lodash', '4.17.20', 'High', 'GHSA-35jh-r3h4-6jhm', '4.17.21', 'package-lock.json'])
    expect(rows[1]).toHaveTextContent(text);
  expect(rows[2]).toHaveTextContent('Not fixed');
  expect(kept.changes).toEqual([{ call: 'POST integration/k-ours/scan', body: { repository: 'octo/one' } }]);
});

test.each([
  [{ findings: [] }, 'No advisory is about these packages.'],
  [{ manifests: [] }, 'No manifests of dependencies were found.'],
  [{ revision: null, manifests: [] }, 'The repository has no commits.'],
  [{ advisories_available: false }, /^This installation has no security advisories/],
])('a scan that finds nothing says why: %o', async (more, words) => {
  const { user } = startGit(OPENED, server => {
    chosen(server);
    server.scan = name => new Response(JSON.stringify(scanOf(name, more)), { status: 200 });
  });
  const dialog = await sheet();
  await user.click(await within(dialog).findByRole('button', { name: 'Scan octo/one' }));
  expect(await within(dialog).findByText(words)).toBeVisible();
});

// covers: [INT-08]
test('a chosen repository that the vendor no longer lists can be removed', async () => {
  const { user, kept } = startGit(OPENED, server => {
    chosen(server);
    server.all = [integration('ours', { repositories: ['octo/gone', 'octo/one'] })];
  });
  const dialog = await sheet();
  const name = 'Remove octo/gone from the chosen repositories';
  await user.click(await within(dialog).findByRole('button', { name }));
  expect(await screen.findByText('octo/gone was removed from the chosen repositories.')).toBeVisible();
  expect(kept.changes).toEqual([
    { call: 'PUT integration/k-ours/repositories', body: { repositories: ['octo/one'] } },
  ]);
  expect(within(dialog).queryByRole('button', { name })).toBeNull();
  expect(within(dialog).getByRole('heading', { name: 'Chosen repositories' })).toHaveFocus();
});

test('what another tab has chosen meanwhile stays', async () => {
  const { user, kept } = startGit(OPENED, chosen);
  const dialog = await sheet();
  await user.click(await within(dialog).findByRole('checkbox', { name: 'octo/two' }));
  kept.all = [integration('ours', { repositories: ['octo/of another tab'] })];
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('The chosen repositories of ours were saved.');
  expect(kept.changes).toEqual([
    {
      call: 'PUT integration/k-ours/repositories',
      body: { repositories: ['octo/of another tab', 'octo/two'] },
    },
  ]);
  expect(await within(dialog).findByRole('button', { name: 'Scan octo/of another tab' })).toBeVisible();
  expect(kept.asked.filter(path => path.includes('/repositories'))).toHaveLength(1);
});

test('a scan can be cancelled', async () => {
  const { user, kept } = startGit(OPENED, server => {
    chosen(server);
    server.scan = () => new Promise(() => undefined);
  });
  const dialog = await sheet();
  const scan = await within(dialog).findByRole('button', { name: 'Scan octo/one' });
  await user.click(scan);
  expect(await within(dialog).findByText(/This can take up to two minutes\./)).toBeVisible();
  await waitFor(() => expect(kept.signal?.aborted).toBe(false));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel the scan of octo/one' }));
  expect(kept.signal?.aborted).toBe(true);
  expect(within(dialog).queryByText(/This can take/)).toBeNull();
  expect(scan).toHaveFocus();
  expect(scan).not.toHaveAttribute('aria-disabled');
  expect(within(dialog).queryByRole('alert')).toBeNull();
});

test('a scan that fails says why', async () => {
  const { user } = startGit(OPENED, server => {
    chosen(server);
    server.scan = refusedScan('The server does not answer.');
  });
  const dialog = await sheet();
  await user.click(await within(dialog).findByRole('button', { name: 'Scan octo/one' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The server does not answer.');
});

test('an integration that there is not leads to all of them', async () => {
  const { user, router } = startGit(`${PAGE}?vcsType=github&integrationId=k-gone`, chosen);
  const dialog = await screen.findByRole('dialog', { name: 'Manage Repositories' });
  await user.click(await within(dialog).findByRole('button', { name: 'All integrations' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe(PAGE);
});

// covers: [INT-02]
test('an integration that is not scanned has no repositories to choose', async () => {
  startGit(OPENED, kept => {
    kept.all = [integration('ours', { products: [] })];
  });
  const dialog = await sheet();
  expect(await within(dialog).findByText(/once it uses the product Scanning/)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
});
