// Passkeys while signing in: alone, as the second factor, and in the place of an app.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { FakeAuthenticator } from '@/test/fakePasskeys';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';

afterEach(() => vi.unstubAllGlobals());

function start(path: string, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  server.passkeys.offersOn = 'localhost';
  prepare(server);
  return startConsole(path, server);
}

const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' });
const answers = (server: FakeServer) =>
  server.passkeys.sent.filter(({ call }) => call === 'POST ui/auth/passkey/answer');

async function typePassword(user: ReturnType<typeof startConsole>['user']) {
  await user.type(await screen.findByLabelText('User name'), 'ann');
  await user.type(screen.getByLabelText('Password'), 'correct{Enter}');
}

// covers: [LOGIN-05]
test('a passkey signs in alone, and stays signed in as the form would', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start('/login');
  await user.click(await button());
  await waitFor(() => expect(server.state('login')).toBe('signed_in'));
  expect(authenticator.asked).toEqual(['get']);
  expect(answers(server)[0]?.body).toMatchObject({ remember: true, credential: { rawId: 'aWQ' } });
});

// covers: [LOGIN-05]
test('where the browser can, it offers passkeys beside the user name', async () => {
  const authenticator = new FakeAuthenticator({ autofills: true });
  const { server } = start('/login');
  await waitFor(() => expect(server.state('login')).toBe('signed_in'));
  expect(authenticator.asked).toEqual(['conditional']);
});

test('the field for the user name lets the browser offer passkeys', async () => {
  start('/login');
  expect(await screen.findByLabelText('User name')).toHaveAttribute('autocomplete', 'username webauthn');
});

// covers: [LOGIN-05]
test('a passkey that was not used is explained, and the form is still there', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start('/login');
  authenticator.fails = new DOMException('', 'NotAllowedError');
  await user.click(await button());
  expect(await screen.findByText(/^No passkey was chosen\./)).toBeVisible();
  authenticator.fails = null;
  server.passkeys.refused = () => refusal(401, 'passkey_unknown', 'Not here.');
  await user.click(await button());
  expect(await screen.findByText(/^This passkey belongs to no user here\./)).toBeVisible();
  expect(screen.queryByText(/^No passkey was chosen\./)).toBeNull();
  await typePassword(user);
  await waitFor(() => expect(server.state('login')).toBe('signed_in'));
});

// covers: [LOGIN-05]
test('at another address the page leads to the one that passkeys belong to', async () => {
  new FakeAuthenticator();
  start('/login', ({ passkeys }) => {
    passkeys.offersOn = 'waybill.example.org';
  });
  expect(await screen.findByText(/^To sign in with a passkey, open the console/)).toBeVisible();
  const link = screen.getByRole('link', { name: /waybill\.example\.org/ });
  expect(link.getAttribute('href')).toMatch(/\/\/waybill\.example\.org.*\/login$/);
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

test('without passkeys, and in a browser without them, there is no button', async () => {
  start('/login');
  expect(await screen.findByLabelText('User name')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});

// covers: [MFA-01]
test('after the password a passkey is the second factor, or a recovery code', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start('/login', prepared => {
    prepared.factor = 'verify';
    prepared.authenticator = 'passkey';
  });
  await typePassword(user);
  const use = await screen.findByRole('button', { name: 'Use a passkey' });
  expect(screen.queryByRole('button', { name: 'Use a one-time code instead' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect(screen.getByLabelText('Recovery code')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
  expect(use).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(server.state('login')).toBe('signed_in'));
  expect(authenticator.asked).toEqual(['get']);
});

// covers: [MFA-01]
test('with an app and a passkey, each can be chosen', async () => {
  new FakeAuthenticator();
  const { user } = start('/login', prepared => {
    prepared.factor = 'verify';
    prepared.authenticator = 'either';
  });
  await typePassword(user);
  await user.click(await screen.findByRole('button', { name: 'Use a one-time code instead' }));
  expect(await screen.findByRole('group', { name: 'One-time code' })).toBeVisible();
});

// covers: [MFA-02]
test('where a second factor is demanded, a passkey is created in the place of an app', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start('/login', prepared => {
    prepared.factor = 'enroll';
  });
  await typePassword(user);
  await user.click(await screen.findByRole('button', { name: 'Use a passkey instead of an app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
  expect(dialog.getByText('aaaaa-bbbbb')).toBeVisible();
  expect(dialog.getByText(/Each code signs you in one time without your second factor\./)).toBeVisible();
  expect(authenticator.asked).toEqual(['create']);
  expect(server.state('login')).toBe('signed_in');
});
