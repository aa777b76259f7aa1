// The forms of remote repositories before a server that does not connect to an address.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Fetch } from '@/engine/api';
import { API_BASE, type ConsoleRepositories, type ConsoleRepository } from '@/generated/api';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

const REFUSED = 'This server would not connect to this repository: it has an address of a private network.';

const remote: ConsoleRepository = {
  id: 'r_1',
  key: 'npm-remote',
  class: 'remote',
  package_type: 'npm',
  description: '',
  notes: '',
  includes: '**/*',
  excludes: '',
  project_key: null,
  environments: [],
  quota_bytes: null,
  audit: 'counts',
  upstream: {
    url: 'https://registry.example.org/npm/',
    user: null,
    offline: false,
    fresh_s: 600,
    missing_s: 60,
    has_priority: false,
  },
  members: null,
  files: 0,
  bytes: 0,
  created_at: '2026-01-01T09:00:00.000Z',
  url: 'https://waybill.example.org/artifactory/api/npm/npm-remote/',
  revision: 'a',
};

beforeEach(() => {
  drafts.set(0);
  sessionStorage.clear();
});

/** The page before a server with a remote repository, which refuses each change of what is at a field. */
function refusing(path: string, field: string, code: string) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const { fetch } = server;
  const own: Fetch = (address, init) => {
    const called = address.replace(API_BASE, '');
    if (!/^repositories(\/npm-remote)?$/.test(called)) return fetch(address, init);
    if ((init.method ?? 'GET') !== 'GET') return Promise.resolve(refusal(400, code, REFUSED, { field }));
    const listed: ConsoleRepositories = { repositories: [remote] };
    return Promise.resolve(new Response(JSON.stringify(listed), { status: 200 }));
  };
  server.fetch = own;
  return startConsole(`/admin/repositories${path}`, server);
}

const URL_LABEL = 'Address of the other repository';

// covers: [REMOTE-01]
test.each([
  ['url', 'repository_address', URL_LABEL],
  ['password', 'repository_upstream', 'Password or token'],
])('what the server refuses at %s when it is changed is shown there', async (field, code, label) => {
  const { user } = refusing('?repository=npm-remote', field, code);
  const form = within(await screen.findByRole('form', { name: 'Settings' }));
  const url = form.getByRole('textbox', { name: URL_LABEL });
  await user.clear(url);
  await user.type(url, 'http://10.0.0.1/npm/');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(form.getByLabelText(label)).toHaveAccessibleDescription(/would not connect/));
  expect(form.getAllByText(REFUSED)).toHaveLength(1);
  // what is corrected is no longer what was refused
  await user.type(url, 'a');
  expect(form.getByLabelText(label)).not.toHaveAccessibleDescription(/would not connect/);
});

// covers: [REMOTE-01]
test('other refusals of a change are above the form', async () => {
  const { user } = refusing('?repository=npm-remote', 'notes', 'repository_text');
  const form = within(await screen.findByRole('form', { name: 'Settings' }));
  await user.type(form.getByRole('textbox', { name: URL_LABEL }), 'a');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText(REFUSED)).toBeVisible();
  expect(form.getByRole('textbox', { name: URL_LABEL })).not.toHaveAccessibleDescription(/would not connect/);
});

// covers: [REMOTE-01]
test('an address that is refused for a new repository is shown at its field', async () => {
  const { user } = refusing('/remote/new', 'url', 'repository_address');
  const form = within(await screen.findByRole('dialog', { name: 'Create repository' }));
  await user.type(form.getByRole('textbox', { name: URL_LABEL }), 'http://10.0.0.1/npm/');
  await user.click(form.getByRole('button', { name: 'Create repository' }));
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: URL_LABEL })).toHaveAccessibleDescription(/would not connect/),
  );
});
