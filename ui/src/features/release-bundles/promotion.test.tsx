// Promoting and deleting a release bundle that was created here.
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/engine/api';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { queryClient } from '@/shell/queryClient';
import { refresh } from '@/shell/refresh';
import { distribution } from '@/test/fakeDistribution';
import { refusal } from '@/test/fakeHttp';
import { bundle, type FakeReleaseBundles, promotion, startReleaseBundles } from '@/test/fakeReleaseBundles';
import { refreshOf } from './outcomes';
import { statusKey } from './queries';

const DETAILS = '/release-bundles/source/shop/1.0.0';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  Element.prototype.scrollIntoView = () => undefined;
  cacheEpoch.set(count => count + 1);
});

async function opened(prepare: (kept: FakeReleaseBundles) => void = () => undefined) {
  const started = startReleaseBundles(DETAILS, kept => {
    kept.all = [bundle('1.0.0', { environment: 'DEV' })];
    prepare(kept);
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'shop 1.0.0' }));
  await sheet.findByText('libs/shop.jar');
  return {
    ...started,
    sheet,
    press: (name: string) => started.user.click(sheet.getByRole('button', { name })),
  };
}

const form = () => screen.findByRole('form', { name: 'Promote to an environment' });

// covers: [HOOK-04]
test('a promotion is shown before it is done, and listed after it', async () => {
  const { kept, user, sheet, press } = await opened();
  await press('Promote');
  const fields = within(await form());
  const environment = fields.getByLabelText('Environment');
  await waitFor(() => expect(environment).toHaveFocus());
  await fields.findByRole('option', { name: 'PROD' });
  await user.selectOptions(environment, 'PROD');
  expect(await fields.findByText('2 files to: prod-local, prod-npm')).toBeVisible();
  const excluded = await fields.findByRole('combobox', { name: 'Not to these repositories' });
  await user.type(excluded, 'npm{ArrowDown}{Enter}');
  expect(await fields.findByText('2 files to: prod-local')).toBeVisible();
  await user.click(fields.getByRole('button', { name: 'Promote' }));
  expect(await screen.findByText('shop 1.0.0 was promoted to PROD.')).toBeVisible();
  const body = { environment: 'PROD', included: [], excluded: ['prod-npm'], dry_run: false };
  expect(kept.changes).toEqual([{ call: 'POST release_bundles/shop/1.0.0/promotions', body }]);
  const row = await sheet.findByRole('row', { name: /PROD/ });
  expect(row).toHaveTextContent('Completed, 1 file');
  expect(row).toHaveTextContent('prod-local');
  expect(row).toHaveTextContent('ann');
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Promote' })).toHaveFocus());
});

test('nothing is promoted without an environment, or where the server would refuse it', async () => {
  const { kept, user, press } = await opened(server => {
    server.unpreviewed = () => refusal(409, 'x', 'No repository of PROD has the package type npm.');
  });
  await press('Promote');
  const fields = within(await form());
  await user.click(fields.getByRole('button', { name: 'Promote' }));
  expect(fields.getByLabelText('Environment')).toHaveAccessibleDescription('Choose an environment.');
  await fields.findByRole('option', { name: 'PROD' });
  await user.selectOptions(fields.getByLabelText('Environment'), 'PROD');
  expect(await fields.findByText('No repository of PROD has the package type npm.')).toBeVisible();
  expect(fields.getByRole('button', { name: 'Promote' })).toHaveAttribute('aria-disabled', 'true');
  kept.unpreviewed = null;
  await user.click(fields.getByRole('button', { name: 'Try again' }));
  expect(await fields.findByText('2 files to: prod-local, prod-npm')).toBeVisible();
  expect(fields.getByRole('button', { name: 'Promote' })).not.toHaveAttribute('aria-disabled');
  expect(kept.changes).toEqual([]);
  await user.click(fields.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Promote' })).toHaveFocus());
});

test('a preview of what is no longer chosen is cancelled', async () => {
  const { kept, user, press } = await opened();
  kept.previewing = new Promise(() => undefined);
  await press('Promote');
  const fields = within(await form());
  await fields.findByRole('option', { name: 'PROD' });
  await user.selectOptions(fields.getByLabelText('Environment'), 'PROD');
  await waitFor(() => expect(kept.previewed).toHaveLength(1));
  kept.previewing = Promise.resolve();
  await user.selectOptions(fields.getByLabelText('Environment'), 'DEV');
  expect(await fields.findByText(/2 files to/)).toBeVisible();
  expect(kept.cancellations.map(signal => signal?.aborted)).toEqual([true, false]);
});

// covers: [HOOK-04]
test('a promotion that fails says why, and stays in the list', async () => {
  const { user, sheet, press } = await opened(server => {
    server.outcome = { status: 'failed', why: 'refused' };
  });
  await press('Promote');
  const fields = within(await form());
  await fields.findByRole('option', { name: 'PROD' });
  await user.selectOptions(fields.getByLabelText('Environment'), 'PROD');
  await fields.findByText(/2 files to/);
  await user.click(fields.getByRole('button', { name: 'Promote' }));
  expect(await fields.findByRole('alert')).toHaveTextContent('A file could not be copied.');
  const row = await sheet.findByRole('row', { name: /PROD/ });
  expect(row).toHaveTextContent('FailedA file could not be copied.');
});

test('a promotion that is under way holds another one and a deletion back', async () => {
  const { sheet } = await opened(server => {
    server.promotions = [promotion({ status: 'started' })];
  });
  expect(sheet.getByRole('row', { name: /PROD/ })).toHaveTextContent('Under way');
  const promote = sheet.getByRole('button', { name: 'Promote' });
  expect(promote).toHaveAttribute('aria-disabled', 'true');
  expect(promote).toHaveAccessibleDescription(/^A promotion is under way\./);
  expect(sheet.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('what is in a bundle is not loaded again with what is done with it', async () => {
  const { kept, sheet } = await opened();
  kept.promotions = [promotion({ status: 'started' })];
  kept.asked.length = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await act(() => refresh(queryClient, statusKey('shop', '1.0.0')));
    await act(() => vi.advanceTimersByTimeAsync(7_000));
  } finally {
    vi.useRealTimers();
  }
  expect(sheet.getByRole('row', { name: /PROD/ })).toHaveTextContent('Under way');
  const asked = kept.asked.filter(path => path.startsWith('release_bundles/shop/'));
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked)).toEqual(new Set(['release_bundles/shop/1.0.0?limit=1']));
});

test('without environments the form says how there are some', async () => {
  const { press } = await opened(server => {
    server.environments = [];
  });
  await press('Promote');
  expect(await screen.findByText(/^No local repository belongs to an environment\./)).toBeVisible();
});

// covers: [HOOK-04]
test('a bundle is deleted after a question, and the list goes on without it', async () => {
  const { kept, user, router, sheet, press } = await opened(server => {
    server.all = [...server.all, bundle('2.0.0')];
  });
  await press('Delete');
  expect(sheet.getByText('Delete shop 1.0.0?')).toBeVisible();
  await press('Keep');
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Delete' })).toHaveFocus());
  await press('Delete');
  kept.refused = () => refusal(409, 'bundle_promoting', 'A promotion is under way.');
  await press('Delete');
  expect(await sheet.findByText('A promotion is under way.')).toBeVisible();
  kept.refused = null;
  await press('Delete');
  expect(await screen.findByText('shop 1.0.0 was deleted.')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/release-bundles/source'));
  const list = within(await screen.findByRole('grid', { name: 'Source bundles' }));
  await waitFor(() => expect(list.queryByText('1.0.0')).toBeNull());
  expect(list.getByText('2.0.0')).toBeVisible();
  await user.tab();
  expect(document.body).not.toHaveFocus();
});

test('a deletion that is answered elsewhere leads nowhere', async () => {
  const { kept, router, press } = await opened();
  let answer: () => void = () => undefined;
  kept.waiting = new Promise(resolve => {
    answer = resolve;
  });
  await press('Delete');
  await press('Delete');
  await act(() => router.navigate({ to: '/release-bundles/target' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer();
  expect(await screen.findByText('shop 1.0.0 was deleted.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/release-bundles/target');
});

test('a bundle is looked at again only while something is done with it, and it is there', () => {
  const [started, failed] = [
    promotion({ status: 'started' }),
    promotion({ status: 'failed', why: 'refused' }),
  ].map(one => ({ promotions: [one], distributions: [] }));
  expect(refreshOf(started, null)).toBeGreaterThan(0);
  expect(refreshOf(started, new ApiError(503, null))).toBeGreaterThan(0);
  expect(refreshOf(started, new ApiError(404, null))).toBe(false);
  expect(refreshOf(failed, null)).toBe(false);
  expect(refreshOf(undefined, null)).toBe(false);
  const distributed = { promotions: [], distributions: [distribution({ status: 'started' })] };
  expect(refreshOf(distributed, null)).toBeGreaterThan(0);
});

test('bundles that were imported are not promoted, and no one else than an administrator changes any', async () => {
  const imported = await opened(server => {
    server.all = [bundle('1.0.0', { promotable: false })];
  });
  expect(imported.sheet.queryByRole('button', { name: 'Promote' })).toBeNull();
  expect(imported.sheet.getByRole('button', { name: 'Delete' })).toBeVisible();
  const { server } = imported;
  const user = { state: 'signed_in', ...{ person: 'p_8', admin: false, since: '', until: '' } };
  server.push({ machine: 'login', event: { type: 'access.authenticate' }, to: user });
  await waitFor(() => expect(imported.sheet.queryByRole('button', { name: 'Delete' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Create release bundle', hidden: true })).toBeNull();
});

test('the list names the environment that a bundle was promoted to at last', async () => {
  startReleaseBundles('/release-bundles/source', server => {
    server.all = [bundle('1.0.0', { environment: 'PROD' })];
  });
  const list = await screen.findByRole('grid', { name: 'Source bundles' });
  expect(await within(list).findByRole('columnheader', { name: /Environment/ })).toBeVisible();
  expect(within(list).getByText('PROD')).toBeVisible();
});
