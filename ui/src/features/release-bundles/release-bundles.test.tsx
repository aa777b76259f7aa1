import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '@/engine/api';
import { EngineProvider } from '@/engine/EngineContext';
import type {
  ReleaseBundleDetails,
  ReleaseBundleHit,
  ReleaseBundleRow,
  ReleaseBundles,
} from '@/generated/api';
import { cacheEpoch } from '@/lib/cacheEpoch';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { makeEngine, startConsole } from '@/test/harness';
import { actorName, problemOf, statusOf } from './bundles';
import { foundColumns } from './columns';
import { DetailsPanel } from './DetailsPanel';

const row: ReleaseBundleRow = {
  name: 'shop',
  version: '1.0.0',
  origin: 'source',
  status: 'COMPLETED',
  created: '2026-01-01T10:00:00.000Z',
  created_by: 'p_7',
  signed: true,
  artifacts_count: 2,
  size: 6,
  promotable: false,
  environment: null,
};

const list = (...rows: ReleaseBundleRow[]) => {
  const page_info = { has_next_page: false, end_cursor: null };
  const part = { names: {}, total: rows.length, limit: 50, offset: 0, page_info };
  const body: ReleaseBundles = { release_bundles: rows, ...part };
  return new Response(JSON.stringify(body));
};

// covers: [CHK-01]
test('an invalid checksum is explained in the words of the page, with how much was typed', () => {
  const problem = (code: string) => problemOf(new ApiError(400, { error: { code } }), ' abc ');
  expect(problem('checksum_length')).toContain('this has 3.');
  expect(problem('checksum_characters')).toContain('the letters a to f');
  expect(problem('service_unavailable')).toContain('is not running');
  expect(problem('never_heard_of')).toBe(problemOf(new Error('x'), ''));
});

test('who made a bundle is a name, the command line, or a user whose name was erased', () => {
  expect(actorName('p_7', { p_7: 'ann' })).toBe('ann');
  expect(actorName('p_7', { p_7: null })).toBe(actorName('p_7', {}));
  expect(actorName('p_7', {})).not.toBe(actorName(null, {}));
  expect(statusOf({ ...row, status: 'NEVER_HEARD_OF' })).toBe('NEVER_HEARD_OF');
});

const artifact = { size: 3, sha256: 'c', sha1: '', md5: '' };
const found: ReleaseBundleHit = {
  ...row,
  artifacts: [
    { ...artifact, path: 'a' },
    { ...artifact, path: 'b' },
  ],
};

// covers: [CHK-01]
test('bundles that hold a file come with the paths at which they hold it', () => {
  expect(foundColumns.find(({ id }) => id === 'paths')?.value(found)).toBe('a, b');
});

function inside(answer: () => Response) {
  const server = new FakeServer();
  fillWithRecords(server, 20);
  const { fetch } = server;
  server.fetch = async (path, init) => (path.includes('/release_bundle') ? answer() : fetch(path, init));
  return startConsole('/release-bundles/source', server);
}

// what was fetched belongs to the browser, not to one test
beforeEach(() => cacheEpoch.set(count => count + 1));

test('without any bundle the tab explains how to make one', async () => {
  inside(() => list());
  expect(await screen.findByText('No bundles created here yet')).toBeInTheDocument();
});

test('while the service does not run the list has a notice, and trying again shows the rows', async () => {
  let runs = false;
  const { user } = inside(() =>
    runs ? list(row) : refusal(503, 'service_unavailable', 'The service distribution was stopped.'),
  );
  const notice = /The service behind this is not running/;
  expect(await screen.findByText(notice)).toBeInTheDocument();
  runs = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid', { name: 'Source bundles' })).toBeInTheDocument();
});

test('the arrow keys go round the tabs, also while the page of one is still on the way', async () => {
  const { server, user } = inside(() => list());
  const [source, target] = await screen.findAllByRole('tab');
  await screen.findByText('No bundles created here yet');
  server.held = [];
  source?.focus();
  for (const next of [target, source, target]) {
    await user.keyboard('{ArrowRight}');
    expect(next).toHaveFocus();
  }
  server.release();
  await waitFor(() => expect(target).toHaveAttribute('aria-selected', 'true'));
});

// covers: [CHK-01]
test('a malformed checksum is explained beside the field, and what was typed stays', async () => {
  const { user } = inside(() => refusal(400, 'checksum_length', 'A checksum has 32, 40 or 64 digits.'));
  const field = await screen.findByRole('textbox', { name: 'Find by checksum' });
  await user.type(field, 'abc{Enter}');
  // the request for the list fails as well, with an alert of its own
  expect(await screen.findByText(/this has 3\./)).toHaveAttribute('role', 'alert');
  expect(field).toHaveValue('abc');
});

test('a bundle of another platform that does not send when it was created opens', async () => {
  const server = new FakeServer();
  const details: ReleaseBundleDetails = {
    release_bundle: row,
    list: 'd1',
    signature: null,
    names: { p_7: 'ann' },
    artifacts: found.artifacts,
    promotions: [],
    distributions: [],
    received: false,
    limit: 1_000,
    offset: 0,
    page_info: { has_next_page: false, end_cursor: 'b' },
  };
  server.fetch = async () => Response.json(details);
  render(
    <MantineProvider>
      <EngineProvider engine={makeEngine(server)}>
        <QueryClientProvider client={new QueryClient()}>
          <DetailsPanel name="shop" version="1.0.0" close={() => undefined} deleted={() => undefined} />
        </QueryClientProvider>
      </EngineProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('ann')).toBeInTheDocument();
  expect(await screen.findByRole('dialog', { name: 'shop 1.0.0' })).toBeInTheDocument();
});
