import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { covered } from '@/lib/pausing';
import { FakeAuthenticator } from '@/test/fakePasskeys';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';

afterEach(() => {
  covered.set(false);
  vi.unstubAllGlobals();
});

async function runOut(over: 'expired' | 'idle', prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  prepare(server);
  server.signIn();
  const started = startConsole('/session-activity', server, { holds: true, now: Date.now });
  const title = await screen.findByRole('heading', { name: 'Session activity' });
  server.runOut(over);
  const cover = await screen.findByRole('dialog', { name: 'Sign in again' });
  return { ...started, title, cover };
}

// covers: [SESS-01]
test('the same user signs in above the page, which is the same afterwards', async () => {
  const { user, title, cover, engine } = await runOut('idle');
  await within(cover).findByText(/^You were away for longer than this installation allows/);
  expect(title).toBeInTheDocument();
  const form = within(cover);
  expect(await form.findByLabelText('User name')).toHaveValue('ann');
  await user.type(form.getByLabelText('Password'), 'wrong');
  await user.click(form.getByRole('button', { name: 'Sign in' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Incorrect user name or password.');
  await user.clear(form.getByLabelText('Password'));
  await user.type(form.getByLabelText('Password'), 'correct{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  expect(title).toBeInTheDocument();
  expect(window.location.pathname).toBe('/ui/session-activity');
  await waitFor(() => expect(engine.isLive).toBe(true));
});

// covers: [SESS-01]
test('a second factor is asked for there as well', async () => {
  const { user, cover, server, title } = await runOut('expired');
  await within(cover).findByText(/as long as a session can last here/);
  server.factor = 'verify';
  const form = within(cover);
  await user.type(await form.findByLabelText('Password'), 'correct{Enter}');
  expect(await form.findByRole('button', { name: 'Use a recovery code instead' })).toBeInTheDocument();
  expect(title).toBeInTheDocument();
});

// covers: [SESS-01, LOGIN-05]
test('a passkey signs in there', async () => {
  const authenticator = new FakeAuthenticator();
  const { user, cover, title } = await runOut('idle', ({ passkeys }) => {
    passkeys.offersOn = 'localhost';
  });
  await user.click(await within(cover).findByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  expect(authenticator.asked).toEqual(['get']);
  expect(title).toBeInTheDocument();
});

// covers: [SESS-01, SSO-02]
test('a user whom a proxy has signed in continues there with one button', async () => {
  const { user, cover, server } = await runOut('expired', ({ userDirectories }) => {
    userDirectories.namesUser = true;
  });
  await user.click(await within(cover).findByRole('button', { name: 'Sign in with your organization' }));
  await waitFor(() =>
    expect(server.userDirectories.changes.map(({ call }) => call)).toEqual(['POST ui/auth/httpSso']),
  );
});
