// The identities at providers with which the user signs in, in the profile.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { watchLeaving } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { identity, offered } from '@/test/fakeSignInProviders';
import { userDirectory } from '@/test/fakeUserDirectories';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

afterEach(() => vi.unstubAllGlobals());

function start(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  server.signInProviders.offered = [offered('acme', 'Acme'), offered('github', 'GitHub', 'github')];
  prepare(server);
  return startConsole('/user_profile', server);
}

const section = () => screen.findByRole('region', { name: 'Sign-in providers' });

test('without providers, the profile has no section of them', async () => {
  start(({ signInProviders }) => {
    signInProviders.offered = [];
  });
  expect(await screen.findByRole('region', { name: 'Applications' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Sign-in providers' })).toBeNull();
});

// covers: [SSO-01]
test('an identity is linked at the provider, once the password is confirmed', async () => {
  const { server, user } = start();
  const left = watchLeaving();
  const part = within(await section());
  expect(part.getByText('No identity is linked.')).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Link GitHub' }));
  const confirm = within(part.getByRole('form', { name: 'Continue to GitHub' }));
  await user.click(confirm.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(part.getByRole('button', { name: 'Link GitHub' })).toHaveFocus());
  await user.click(part.getByRole('button', { name: 'Link Acme' }));
  await user.type(part.getByLabelText('Your password'), 'correct{Enter}');
  await waitFor(() => expect(left).toEqual(['https://id.example.org/auth?state=s1']));
  expect(server.signInProviders.changes).toEqual([
    { call: 'POST ui/auth/sso/acme/link', body: {}, confirmed: true },
  ]);
});

// covers: [SSO-01]
test('an identity is unlinked with the password, and the focus goes on', async () => {
  const { server, user } = start(({ signInProviders }) => {
    signInProviders.identities = [
      identity('a'.repeat(64)),
      identity('b'.repeat(64), { provider: 'old', label: null }),
    ];
  });
  const part = within(await section());
  const list = part.getByRole('list', { name: 'Linked identities' });
  expect(list).toHaveTextContent(/Linked Jan 2, 2026/);
  expect(list).toHaveTextContent('This provider was deleted.');
  await user.click(part.getByRole('button', { name: 'Unlink the identity at Acme' }));
  await user.type(part.getByLabelText('Your password'), 'correct{Enter}');
  expect(await screen.findByText('The identity at Acme was unlinked.')).toBeVisible();
  const next = part.getByRole('button', { name: 'Unlink the identity at old' });
  await waitFor(() => expect(next).toHaveFocus());
  server.signInProviders.refused = () => refusal(409, 'identity_refused', 'This is the only way to sign in.');
  await user.click(next);
  await user.type(part.getByLabelText('Your password'), 'correct{Enter}');
  expect(await part.findByText('This is the only way to sign in.')).toBeVisible();
});

// covers: [SSO-01]
test('an account without a password is told why nothing can be unlinked here', async () => {
  start(server => {
    server.signInProviders.identities = [identity('a'.repeat(64))];
    const { fetch } = server;
    server.fetch = async (path, init) => {
      const answer = await fetch(path, init);
      if (!path.endsWith('ui/auth/current')) return answer;
      return new Response(JSON.stringify({ ...(await answer.json()), realm: 'external' }), { status: 200 });
    };
  });
  const part = within(await section());
  expect(part.getByText(/^Your account has no password here/)).toBeVisible();
  expect(part.getByText('Acme')).toBeVisible();
  expect(part.queryByRole('button')).toBeNull();
});

// covers: [SSO-01]
test('what has come of linking is said once the user is back', async () => {
  const { server } = start(prepared =>
    prepared.push({
      machine: 'sso',
      event: { type: 'access.exchange_code' },
      to: { state: 'done', ...{ provider: 'acme', purpose: 'link' } },
    }),
  );
  expect(await screen.findByText(/^The identity was linked\./)).toBeVisible();
  await waitFor(() => expect(server.state('sso')).toBe('idle'));
  expect(screen.getByText(/^The identity was linked\./)).toBeVisible();
});

// covers: [SSO-01]
test('an identity that was not linked is explained', async () => {
  start(server =>
    server.push({
      machine: 'sso',
      event: { type: 'access.exchange_code' },
      to: {
        state: 'idle',
        ...{
          failure: {
            code: 'identity_refused',
            message: 'This identity belongs to another user here.',
            retry_at: null,
          },
        },
      },
    }),
  );
  expect(await screen.findByText('This identity belongs to another user here.')).toBeVisible();
});

test('identities that could not be loaded are loaded again', async () => {
  const { server, user } = start(({ signInProviders }) => {
    signInProviders.fails = true;
  });
  const again = await within(await section()).findByRole('button', { name: 'Try again' });
  server.signInProviders.fails = false;
  await user.click(again);
  expect(await screen.findByText('No identity is linked.')).toBeVisible();
});

// covers: [SSO-02]
test('an entry of a directory is linked with the password there, once the own one is confirmed', async () => {
  const { server, user } = start(({ userDirectories }) => {
    userDirectories.all = [userDirectory('corporate')];
  });
  const part = within(await section());
  await user.click(await part.findByRole('button', { name: 'Link a directory entry' }));
  const form = within(part.getByRole('form', { name: 'Link a directory entry' }));
  await user.type(form.getByLabelText('Password in the directory'), 'there');
  await user.type(form.getByLabelText('Your password'), 'here');
  await user.click(form.getByRole('button', { name: 'Link a directory entry' }));
  expect(await screen.findByText('The entry of the directory was linked.')).toBeVisible();
  expect(server.userDirectories.changes).toEqual([
    { call: 'POST ui/auth/directories/link', body: { user: 'ann', password: 'there' } },
  ]);
});
