// The repositories of a Git integration that are scanned after pushes.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { hookOf, integration, startGit } from '@/test/fakeGit';

const OPENED = '/integrations/github?vcsType=github&integrationId=k-ours';
const LIST = 'Repositories and their pushes';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const section = async () => within(await screen.findByRole('region', { name: 'Pushes' }));

// covers: [INT-02]
test('scans after pushes are turned on, and each repository says why they are not', async () => {
  const { user, kept } = startGit(OPENED, server => {
    server.all = [integration('ours', { repositories: ['octo/one', 'octo/two'] })];
    server.hooksRefused = { 'octo/two': 'not_permitted' };
  });
  const hooks = await section();
  const toggle = hooks.getByRole('switch', { name: 'Scan when something is pushed' });
  expect(toggle).not.toBeChecked();
  expect(hooks.queryByRole('list', { name: LIST })).toBeNull();
  await user.click(toggle);
  await waitFor(() => expect(toggle).toBeChecked());
  expect(hooks.getByRole('status')).toHaveTextContent(/scanned when something is pushed/);
  const rows = within(hooks.getByRole('list', { name: LIST })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Pushes are reported.');
  expect(rows[1]).toHaveTextContent('Pushes are not reported. The token does not permit it.');
  kept.hooksRefused = {};
  await user.click(hooks.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(hooks.queryByText(/not reported/)).toBeNull());
  await user.click(toggle);
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(kept.changes).toEqual(
    [true, true, false].map(enabled => ({ call: 'PUT integration/k-ours/hooks', body: { enabled } })),
  );
});

test('the last scan after a push has its time, its commit and its counts', async () => {
  startGit(OPENED, server => {
    const at = '2026-01-02T09:00:00.000Z';
    const scan = {
      outcome: 'scanned',
      revision: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      manifests: 1,
      packages: 12,
    } as const;
    const failed = { outcome: 'failed', why: 'limited' } as const;
    const repositories = [
      hookOf('octo/one', { registered: true, last_scan: { at, scan } }),
      hookOf('octo/two', { registered: true, last_scan: { at, scan: failed } }),
      hookOf('octo/three', { registered: true }),
    ];
    server.all = [
      integration('ours', {
        repositories: repositories.map(({ repository }) => repository),
        hooks: { enabled: true, repositories },
      }),
    ];
  });
  const hooks = await section();
  const rows = within(hooks.getByRole('list', { name: LIST })).getAllByRole('listitem');
  for (const text of ['Last scan after a push', '6dcb09b5b578', '1 manifest', '12 packages'])
    expect(rows[0]).toHaveTextContent(text);
  expect(rows[1]).toHaveTextContent('The vendor has received too many requests.');
  expect(rows[2]).toHaveTextContent('There was no scan after a push yet.');
  expect(hooks.queryByRole('button', { name: 'Try again' })).toBeNull();
});
