// The identities at providers with which a user signs in, in the dialog of the user.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '@/test/fakeServer';
import { identity } from '@/test/fakeSignInProviders';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

beforeEach(() => {
  // the table asks how tall its box is, and jsdom lays nothing out
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

async function open(prepare: (server: FakeServer) => void) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  prepare(server);
  const started = startConsole('/admin/management/users?user=p_1', server);
  return { ...started, dialog: await screen.findByRole('dialog', { name: 'bob' }) };
}

// covers: [SSO-01]
test('an administrator unlinks an identity of a user after a question', async () => {
  const { server, user, dialog } = await open(({ signInProviders }) => {
    signInProviders.identities = [identity('a'.repeat(64)), identity('b'.repeat(64), { label: 'GitHub' })];
  });
  const list = await within(dialog).findByRole('list', { name: 'Identities at sign-in providers' });
  await user.click(within(list).getByRole('button', { name: 'Unlink the identity at GitHub' }));
  expect(within(list).getByRole('alert')).toHaveTextContent('signed out where they signed in with it');
  await user.click(within(list).getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText('The identity at GitHub was unlinked.')).toBeVisible();
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  const [{ call, confirmed } = { call: '', confirmed: true }] = server.signInProviders.changes;
  expect(call).toMatch(/^DELETE access\/api\/ui\/users\/p_\w+\/identities\/b{64}$/);
  expect(confirmed).toBe(false);
});

test('a user without identities has no list of them', async () => {
  const { dialog } = await open(() => undefined);
  expect(await within(dialog).findByRole('list', { name: 'Actions' })).toBeInTheDocument();
  expect(within(dialog).queryByText('Identities at sign-in providers')).toBeNull();
});
