import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { EngineProvider } from '@/engine/EngineContext';
import type { StreamSnapshots } from '@/engine/installation';
import type { SupportBundle, SupportBundles } from '@/generated/api';
import type {
  BundleArchive,
  BundleCreation,
  BundleStatus,
  Parameters,
  ServiceId,
  SupportBundleState,
} from '@/generated/types';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { makeEngine, startConsole } from '@/test/harness';
import { sizeText } from '@/texts/size';
import { BundleCard } from './BundleCard';
import { pendingBundles, problemOf } from './bundles';

const archive: BundleArchive = { bytes: 7, digest: 'd1', files: 1, redacted: 0, shortened: 0 };
const parameters: Parameters = {
  configuration: true,
  system: true,
  journal: true,
  logs: { include: false, start_date: '2026-01-01', end_date: '2026-01-01' },
  thread_dump: { count: 0, interval: 0 },
  total_bytes_max: 1_000,
  file_bytes_max: 1_000,
};
const at = '2026-01-01T10:00:00.000Z';
const statuses = {
  in_progress: { status: 'in_progress' },
  success: { status: 'success', archive, at, download: null },
  failure: { status: 'failure', fault: 'not_running', message: '', at },
} as const satisfies Partial<Record<BundleStatus['status'], BundleStatus>>;

type Parts = Partial<Record<ServiceId, keyof typeof statuses>>;

/** A creation as its machine has it. */
function creationOf(parts: Parts): BundleCreation {
  return {
    id: 'B1-1',
    created_at: at,
    created_by: 'p_7',
    wanted: { name: 'slow uploads', description: '', parameters },
    parts: (['artifactory', 'xray'] as const).flatMap(service => {
      const status = parts[service];
      return status ? [{ service, status: statuses[status] }] : [];
    }),
  };
}

function snapshots(state: 'creating' | 'settling' | 'settled', parts: Parts, seq = 3): StreamSnapshots {
  const creation = creationOf(parts);
  const states: Record<typeof state, SupportBundleState> = {
    creating: { state: 'creating', creation, in_progress: 1 },
    settling: { state: 'settling', creation, until: at },
    settled: { state: 'settled', creation, expires_at: at },
  };
  const stream = 'support_bundle/b1-1';
  return new Map([[stream, { stream, seq, machine: 'support_bundle', state: states[state], can: [] }]]);
}

// covers: [BUNDLE-01]
test('rows are placeholders until every service has ended and the creation has settled', () => {
  const creating = pendingBundles(snapshots('creating', { artifactory: 'success', xray: 'in_progress' }));
  expect(creating.placeholders.map(row => [row.service, row.status])).toEqual([
    ['artifactory', 'in progress'],
    ['xray', 'in progress'],
  ]);
  expect([creating.inProgress, creating.all, creating.settled]).toEqual([1, 2, '']);
  const settling = pendingBundles(snapshots('settling', { artifactory: 'success', xray: 'failure' }));
  expect([settling.placeholders.length, settling.inProgress]).toEqual([2, 0]);
  const settled = pendingBundles(snapshots('settled', { artifactory: 'success', xray: 'failure' }));
  expect([settled.placeholders, settled.creations, settled.all]).toEqual([[], [], 0]);
});

// covers: [BUNDLE-01, BUNDLE-04]
test('the list is another one as soon as something settled, was fetched or deleted, and not before', () => {
  const parts = { xray: 'success' } as const;
  const key = (state: 'creating' | 'settling' | 'settled', seq: number) =>
    pendingBundles(snapshots(state, parts, seq)).settled;
  expect(key('creating', 1)).toBe(key('settling', 2));
  expect(key('settled', 3)).not.toBe(key('settling', 2));
  expect(key('settled', 4)).not.toBe(key('settled', 3));
  expect(pendingBundles(undefined)).toMatchObject({ placeholders: [], inProgress: 0, all: 0, settled: '' });
});

test('an error is shown by its code, and an unknown code by a general message', () => {
  expect(problemOf('never_heard_of')).toBe(problemOf('other'));
  expect(problemOf('toString')).toBe(problemOf('other'));
  expect(problemOf('bundle_in_progress')).not.toBe(problemOf('other'));
  expect([sizeText(999), sizeText(1_500_000)]).toEqual(['999 bytes', '1.5 MB']);
});

const row = (over: Partial<SupportBundle>): SupportBundle => ({
  id: 'B1-1-xray',
  creation: 'B1-1',
  name: 'slow uploads',
  description: 'since Monday',
  create_date: at,
  created_by: 'p_7',
  service: 'xray',
  parameters,
  status: 'success',
  settled: true,
  ...over,
});

function inside(answer: () => Response) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const { fetch } = server;
  server.fetch = async (path, init) =>
    path.endsWith('ui/userSupport/listBundles') ? answer() : fetch(path, init);
  return startConsole('/admin/support-zone', server);
}

const empty: SupportBundles = { bundles: [], count: 0, services: ['xray'], names: {} };
const none = () => new Response(JSON.stringify(empty));

// what was fetched belongs to the browser, not to one test
beforeEach(() => cacheEpoch.set(count => count + 1));

// covers: [BUNDLE-04]
test('without any bundle the page says so and how one gets there', async () => {
  const { user } = inside(none);
  expect(await screen.findByText('No support bundles')).toBeInTheDocument();
  expect(screen.getByText('Create one when support asks for it.')).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'Create bundle' })[0] as HTMLElement);
  expect(await screen.findByRole('form', { name: 'Create support bundles' })).toBeInTheDocument();
});

// covers: [BUNDLE-04]
test('a user without the right sees a message, and a list that cannot be loaded can be retried', async () => {
  let answers = 0;
  const { user } = inside(() => {
    answers += 1;
    return answers < 3 ? refusal(403, 'not_authorized', 'Only administrators can do this.') : none();
  });
  expect(await screen.findByText(problemOf('not_authorized'))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No support bundles')).toBeInTheDocument();
});

// covers: [BUNDLE-01, BUNDLE-04]
test('one that failed says why, cannot be fetched, and is deleted only when that is confirmed', async () => {
  const failure = { fault: 'not_running', message: 'The service xray was stopped.' } as const;
  const bundle = row({ status: 'failure', failure });
  const remove = vi.fn();
  const nothing = () => undefined;
  const Asked = () => (
    <BundleCard
      bundle={bundle}
      names={{}}
      close={nothing}
      confirmation={useState(false)}
      removing={false}
      remove={remove}
      fetched={nothing}
    />
  );
  render(
    <MantineProvider>
      <EngineProvider engine={makeEngine(new FakeServer())}>
        <QueryClientProvider client={new QueryClient()}>
          <Asked />
        </QueryClientProvider>
      </EngineProvider>
    </MantineProvider>,
  );
  const card = await screen.findByRole('dialog', { name: /slow uploads/ });
  expect(card).toHaveTextContent('The service is not running. The service xray was stopped.');
  expect(within(card).queryByRole('link', { name: 'Download' })).not.toBeInTheDocument();
  await userEvent.click(within(card).getByRole('button', { name: 'Delete' }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(within(card).getByRole('button', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledOnce();
});

// covers: [BUNDLE-01, BUNDLE-04]
test('what the server refuses to create or to delete is reported, and nothing is lost', async () => {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const { fetch } = server;
  const list: SupportBundles = { ...empty, bundles: [row({})], count: 1 };
  server.fetch = async (path, init) => {
    if (path.endsWith('/listBundles')) return new Response(JSON.stringify(list));
    if (path.endsWith('/generateBundle')) return refusal(429, 'too_many_bundles', 'Wait.');
    if (path.includes('/deleteBundle/')) return refusal(409, 'bundle_in_progress', 'Later.');
    return fetch(path, init);
  };
  const { user, router } = startConsole('/admin/support-zone', server);
  const press = await screen.findByRole('button', { name: 'Create bundle' });
  // it does nothing before the services are known
  await waitFor(() => expect(press).not.toHaveAttribute('aria-disabled'));
  await user.click(press);
  const form = within(await screen.findByRole('form', { name: 'Create support bundles' }));
  await user.type(form.getByLabelText('Name'), 'slow uploads');
  await user.click(form.getByRole('button', { name: /^Create/ }));
  expect(await form.findByText(problemOf('too_many_bundles'))).toBeInTheDocument();
  expect(form.getByLabelText('Name')).toHaveValue('slow uploads');
  await user.click(form.getByRole('button', { name: 'Cancel' }));

  await act(() => router.navigate({ to: '/admin/support-zone', search: { bundle: 'B1-1-xray' } }));
  const card = within(await screen.findByRole('dialog', { name: /slow uploads/ }));
  await user.click(card.getByRole('button', { name: 'Delete' }));
  await user.click(card.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(problemOf('bundle_in_progress'))).toBeInTheDocument();
});
