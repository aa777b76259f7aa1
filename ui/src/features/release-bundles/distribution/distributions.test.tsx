// Distributing a release bundle to other installations, and removing it from them.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseBundleRow } from '@/generated/api';
import type { DistributionFailure } from '@/generated/types';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { distribution, type FakeDistribution, target } from '@/test/fakeDistribution';
import { refusal } from '@/test/fakeHttp';
import { bundle, type FakeReleaseBundles, startReleaseBundles } from '@/test/fakeReleaseBundles';
import { texts } from '@/texts/distribution';
import { targetsWith } from './outcomes';

const DETAILS = '/release-bundles/source/shop/1.0.0';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  cacheEpoch.set(count => count + 1);
});

async function opened(
  prepare: (of: FakeDistribution, kept: FakeReleaseBundles) => void = () => undefined,
  more: Partial<ReleaseBundleRow> = {},
) {
  const started = startReleaseBundles(DETAILS, kept => {
    kept.all = [bundle('1.0.0', more)];
    kept.distribution.targets = [target('asia'), target('europe'), target('lab', { has_token: false })];
    prepare(kept.distribution, kept);
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'shop 1.0.0' }));
  await sheet.findByText('libs/shop.jar');
  return {
    ...started,
    sheet,
    of: started.kept.distribution,
    press: async (name: string) => started.user.click(await sheet.findByRole('button', { name })),
    line: (number: string) => sheet.findByRole('row', { name: new RegExp(`^${number} `) }),
  };
}

const form = async (name: string) => within(await screen.findByRole('form', { name }));

// covers: [HOOK-04]
test('a distribution is checked before it begins, and listed from then on', async () => {
  const { of, user, sheet, press, line } = await opened();
  expect(await sheet.findByText('Not distributed to other installations yet.')).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Remove from targets…' })).toBeNull();
  await press('Distribute…');
  const fields = await form('Distribute to targets');
  await waitFor(() => expect(fields.getByRole('heading')).toHaveFocus());
  expect(await fields.findByRole('checkbox', { name: 'lab (access token missing)' })).toBeDisabled();
  await user.click(fields.getByRole('button', { name: 'Distribute' }));
  expect(fields.getByText('Choose at least one target.')).toHaveAttribute('role', 'alert');
  await waitFor(() => expect(fields.getByRole('checkbox', { name: 'asia' })).toHaveFocus());
  await user.click(fields.getByRole('checkbox', { name: 'europe' }));
  await user.click(fields.getByRole('checkbox', { name: 'asia' }));
  await user.click(fields.getByRole('checkbox', { name: 'Create repositories that are missing there' }));
  expect(await fields.findByText('2 files to: asia, europe')).toBeVisible();
  const wanted = { kind: 'distribute', targets: ['asia', 'europe'], create_repositories: true };
  expect(of.checked.at(-1)).toEqual({ ...wanted, dry_run: true });
  expect(of.changes).toEqual([]);
  await user.click(fields.getByRole('button', { name: 'Distribute' }));
  expect(await screen.findByText('The distribution of shop 1.0.0 has started.')).toBeVisible();
  const call = 'POST release_bundles/shop/1.0.0/distributions';
  expect(of.changes).toEqual([{ call, body: { ...wanted, dry_run: false } }]);
  const row = await line('1');
  for (const text of ['Being distributed', 'asia', 'europe', 'Not finished yet', 'ann'])
    expect(row).toHaveTextContent(text);
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Distribute…' })).toHaveFocus());
});

test('nothing is distributed where the server would refuse it', async () => {
  const { of, user, press } = await opened(kept => {
    kept.unchecked = () => refusal(409, 'x', 'Packages of npm cannot be distributed.');
  });
  await press('Distribute…');
  const fields = await form('Distribute to targets');
  await user.click(await fields.findByRole('checkbox', { name: 'europe' }));
  expect(await fields.findByText('Packages of npm cannot be distributed.')).toBeVisible();
  expect(fields.getByRole('button', { name: 'Distribute' })).toHaveAttribute('aria-disabled', 'true');
  of.unchecked = null;
  await user.click(fields.getByRole('button', { name: 'Try again' }));
  expect(await fields.findByText('2 files to: europe')).toBeVisible();
  of.refused = () => refusal(409, 'bundle_distributing', 'The bundle is being distributed.');
  await user.click(fields.getByRole('button', { name: 'Distribute' }));
  expect(await fields.findByRole('alert')).toHaveTextContent('The bundle is being distributed.');
  await user.click(fields.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Distribute…' })).toHaveFocus());
});

test('a bundle goes to a few targets at once', async () => {
  const { of, user, press } = await opened(kept => {
    kept.targets = Array.from({ length: 11 }, (_, at) => target(`target-${at}`));
  });
  await press('Distribute…');
  const fields = await form('Distribute to targets');
  await fields.findByRole('checkbox', { name: 'target-0' });
  for (const { key } of of.targets) await user.click(fields.getByRole('checkbox', { name: key }));
  await user.click(fields.getByRole('button', { name: 'Distribute' }));
  expect(await fields.findByText('Choose at most 10 targets.')).toBeVisible();
  expect(of.changes).toEqual([]);
});

test('without any target the form says where one is added', async () => {
  const { press } = await opened(kept => {
    kept.targets = [];
  });
  await press('Distribute…');
  expect(
    await (await form('Distribute to targets')).findByText(/^There are no distribution targets\./),
  ).toBeVisible();
});

// covers: [HOOK-04]
test('a bundle is removed after a question from the targets that have it', async () => {
  const { of, user, press, line } = await opened(kept => {
    kept.all = [distribution({ status: 'completed' })];
  });
  await press('Remove from targets…');
  const fields = await form('Remove from targets');
  expect(await fields.findByRole('checkbox', { name: 'europe' })).toBeChecked();
  expect(fields.getByRole('checkbox', { name: 'asia' })).not.toBeChecked();
  await user.click(fields.getByRole('button', { name: 'Remove' }));
  expect(await fields.findByText('Remove shop 1.0.0 from europe?')).toBeVisible();
  expect(of.changes).toEqual([]);
  await user.click(fields.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(fields.getByRole('button', { name: 'Remove' })).toHaveFocus());
  await user.click(fields.getByRole('button', { name: 'Remove' }));
  await fields.findByText('Remove shop 1.0.0 from europe?');
  await user.click(fields.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The removal of shop 1.0.0 has started.')).toBeVisible();
  const body = { kind: 'remove', targets: ['europe'], create_repositories: false, dry_run: false };
  expect(of.changes).toEqual([{ call: 'POST release_bundles/shop/1.0.0/distributions', body }]);
  const row = await line('2');
  expect(row).toHaveTextContent('Being removed');
  await press('Abort removal 2');
  expect(await screen.findByText(/^The removal of shop 1\.0\.0 was aborted\./)).toBeVisible();
  await waitFor(async () => expect(await line('2')).toHaveTextContent('Removal abortedAborted by ann'));
});

// covers: [HOOK-04]
test('a distribution that is under way holds others back, and can be aborted', async () => {
  const { of, sheet, press, line } = await opened(kept => {
    const targets = [{ target: 'europe', outcome: { outcome: 'pending' } as const }];
    kept.all = [distribution({ status: 'started' }, { number: 7, targets })];
  });
  await line('7');
  const opener = await sheet.findByRole('button', { name: 'Distribute…' });
  expect(opener).toHaveAttribute('aria-disabled', 'true');
  expect(opener).toHaveAccessibleDescription(/^A promotion or distribution is under way\./);
  const promote = sheet.getByRole('button', { name: 'Promote' });
  expect(promote).toHaveAttribute('aria-disabled', 'true');
  expect(promote).toHaveAccessibleDescription(/^A distribution is under way\./);
  expect(sheet.queryByRole('button', { name: 'Delete' })).toBeNull();
  await press('Abort distribution 7');
  expect(await screen.findByText('The distribution of shop 1.0.0 was aborted.')).toBeVisible();
  const call = 'POST release_bundles/shop/1.0.0/distributions/7/abort';
  expect(of.changes).toEqual([{ call, body: {} }]);
  await waitFor(async () => expect(await line('7')).toHaveTextContent('Distribution abortedAborted by ann'));
  expect(sheet.getByRole('button', { name: 'Distribute…' })).not.toHaveAttribute('aria-disabled');
  await waitFor(() => expect(sheet.getByRole('region', { name: 'Distributions' })).toHaveFocus());
});

test('an abort that is refused says why', async () => {
  const { of, sheet, press } = await opened(kept => {
    kept.all = [distribution({ status: 'started' })];
    kept.refused = () => refusal(503, 'x', 'It cannot be aborted at the moment.');
  });
  await press('Abort distribution 1');
  expect(await sheet.findByText('It cannot be aborted at the moment.')).toHaveAttribute('role', 'alert');
  expect(of.all[0]?.status.status).toBe('started');
});

// covers: [HOOK-04]
test('what came of a distribution is said for each target', async () => {
  const path = 'libs/shop.jar.asc';
  const { line } = await opened(kept => {
    kept.all = [
      distribution({ status: 'completed' }, { number: 2, kind: 'remove' }),
      distribution(
        { status: 'failed' },
        {
          targets: [
            { target: 'asia', outcome: { outcome: 'completed', files: 3 } },
            { target: 'europe', outcome: { outcome: 'failed', why: 'repository_missing', path } },
          ],
        },
      ),
    ];
  });
  expect(await line('2')).toHaveTextContent('RemovedeuropeRemoved');
  expect(await line('1')).toHaveTextContent(
    `Distribution failedasia3 fileseuropeThe target does not have this repository.${path}`,
  );
});

test('each reason has its own words', () => {
  const reasons = Object.keys(texts.why) as DistributionFailure[];
  expect(new Set(reasons.map(why => texts.why[why])).size).toBe(10);
});

test('the targets that have a bundle are those that it was not removed from since', () => {
  const to = (...keys: string[]) =>
    keys.map(key => ({ target: key, outcome: { outcome: 'completed', files: 1 } as const }));
  const failed = [{ target: 'lab', outcome: { outcome: 'failed', why: 'refused' } as const }];
  const completed = { status: 'completed' } as const;
  expect(
    targetsWith([
      distribution(completed, { kind: 'remove', targets: to('asia') }),
      distribution(completed, { targets: failed }),
      distribution(completed, { targets: to('asia', 'europe') }),
    ]),
  ).toEqual(['europe']);
});

// covers: [HOOK-04]
test('a bundle of another server says so, and is not distributed', async () => {
  const { sheet } = await opened(
    (_, kept) => {
      kept.received = true;
    },
    { origin: 'target', promotable: false },
  );
  expect(sheet.getByText('Received from another Waybill')).toBeVisible();
  expect(sheet.queryByRole('heading', { name: 'Distributions' })).toBeNull();
});

test('other users see the distributions, and begin none', async () => {
  const { server, sheet, line } = await opened(kept => {
    kept.all = [distribution({ status: 'started' })];
  });
  await sheet.findByRole('button', { name: 'Abort distribution 1' });
  const user = { state: 'signed_in', ...{ person: 'p_8', admin: false, since: '', until: '' } };
  server.push({ machine: 'login', event: { type: 'access.authenticate' }, to: user });
  await waitFor(() => expect(sheet.queryByRole('button', { name: 'Distribute…' })).toBeNull());
  expect(sheet.queryByRole('button', { name: 'Abort distribution 1' })).toBeNull();
  expect(await line('1')).toHaveTextContent('Being distributed');
  expect(screen.queryByRole('button', { name: 'Distribution targets', hidden: true })).toBeNull();
});
