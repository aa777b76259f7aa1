// The passkeys of the signed-in user, in the profile.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { watchLeaving } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { FakeAuthenticator, passkey } from '@/test/fakePasskeys';
import { FakeServer } from '@/test/fakeServer';
import { offered } from '@/test/fakeSignInProviders';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

afterEach(() => vi.unstubAllGlobals());

function start(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  server.passkeys.hasApp = false;
  prepare(server);
  return startConsole('/user_profile', server);
}

const section = async () =>
  within(await screen.findByRole('region', { name: 'Passkeys' }, { timeout: 10_000 }));

// covers: [MFA-01, MFA-02]
test('the first passkey is added with the password, and brings recovery codes', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start();
  const part = await section();
  expect(part.getByText('You have no passkey.')).toBeVisible();
  expect(part.getByText(/your password alone no longer signs you in/)).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  const form = within(part.getByRole('form', { name: 'Add passkey' }));
  await user.type(form.getByLabelText('Your password'), 'correct{Enter}');
  expect(form.getByText('Enter a name.')).toBeVisible();
  expect(authenticator.asked).toEqual([]);
  await user.type(form.getByLabelText('Name'), ' Work laptop ');
  await user.click(form.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
  expect(authenticator.asked).toEqual(['create']);
  expect(server.passkeys.sent).toMatchObject([
    { call: 'POST ui/auth/passkeys', confirmed: true },
    { call: 'POST ui/auth/passkey/answer', body: { name: 'Work laptop' }, confirmed: false },
  ]);
});

/** The profile of a user of a provider, who has no password here. */
function startOfProvider(isBack: boolean, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  const { user } = server.facts;
  server.facts = {
    ...server.facts,
    user: { ...user, profile: { ...user.profile, exists_in_db: false } },
  };
  server.via = { provider: 'acme', identity: 'a'.repeat(64), session: null, saml: null };
  server.signInProviders.offered = [offered('acme', 'Acme')];
  server.passkeys.hasApp = false;
  fillWithRecords(server, 5);
  prepare(server);
  const to = { state: 'done', ...{ provider: 'acme', purpose: 'confirm' } };
  if (isBack) server.push({ machine: 'sso', event: { type: 'access.exchange_code' }, to });
  return startConsole('/user_profile', server);
}

// covers: [MFA-01, ROLE-02]
test('a user of a provider signs in there once more to add a passkey', async () => {
  new FakeAuthenticator();
  const { server, user } = startOfProvider(false);
  const left = watchLeaving();
  const part = await section();
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  const form = within(part.getByRole('form', { name: 'Add passkey' }));
  expect(await form.findByText(/sign in at Acme once more/)).toBeVisible();
  expect(form.queryByLabelText('Your password')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Sign in again at Acme' }));
  await waitFor(() => expect(left).toEqual(['https://id.example.org/auth?state=s1']));
  expect(server.passkeys.sent).toEqual([]);
});

// covers: [MFA-01, ROLE-02]
test('back from the provider, a user adds one passkey, and confirms the next act again', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = startOfProvider(true);
  const part = await section();
  expect(part.getByText(/^You have signed in again\./)).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  const form = within(part.getByRole('form', { name: 'Add passkey' }));
  await user.click(form.getByRole('button', { name: 'Add passkey' }));
  // nothing was sent, so that the confirmation is still good
  expect(form.getByText('Enter a name.')).toBeVisible();
  await user.type(form.getByLabelText('Name'), 'Laptop{Enter}');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
  expect(authenticator.asked).toEqual(['create']);
  expect(server.passkeys.sent.map(({ call, confirmed }) => [call, confirmed])).toEqual([
    ['POST ui/auth/passkeys', false],
    ['POST ui/auth/passkey/answer', false],
  ]);
  await waitFor(() => expect(part.queryByText(/^You have signed in again\./)).toBeNull());
});

// covers: [MFA-01, ROLE-02]
test('a passkey is removed after that too, and the next act is confirmed again', async () => {
  new FakeAuthenticator();
  const { server, user } = startOfProvider(true, ({ passkeys }) => {
    passkeys.own = [passkey('a')];
  });
  const part = await section();
  await user.click(part.getByRole('button', { name: 'Remove the passkey Laptop' }));
  const form = within(part.getByRole('form', { name: 'Remove' }));
  expect(form.getByText(/signing in at your provider is enough/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The passkey Laptop was removed.')).toBeVisible();
  expect(server.passkeys.own).toEqual([]);
  await user.click(await part.findByRole('button', { name: 'Add passkey' }));
  expect(await part.findByRole('button', { name: 'Sign in again at Acme' })).toBeVisible();
});

// covers: [MFA-01, ROLE-02]
test('a passkey that a user of a provider does not create is explained', async () => {
  const authenticator = new FakeAuthenticator();
  authenticator.fails = new DOMException('', 'InvalidStateError');
  const { user } = startOfProvider(true);
  const part = await section();
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  await user.type(part.getByLabelText('Name'), 'Laptop{Enter}');
  expect(await part.findByText('One of your passkeys is on this device already.')).toBeVisible();
  expect(await part.findByRole('button', { name: 'Sign in again at Acme' })).toBeVisible();
});

// covers: [MFA-01]
test('passkeys have names and their last use, and are renamed and removed', async () => {
  new FakeAuthenticator();
  const { server, user } = start(({ passkeys }) => {
    passkeys.own = [
      passkey('a', { used_at: '2026-01-03T09:00:00.000Z' }),
      passkey('b', { name: 'Key', synchronised: false, backed_up: false }),
    ];
  });
  const part = await section();
  const list = part.getByRole('list', { name: 'Your passkeys' });
  expect(list).toHaveTextContent(/Last used Jan 3, 2026/);
  expect(list).toHaveTextContent(/Never used/);
  expect(list).toHaveTextContent(/Synchronised between your devices · Backed up/);
  await user.click(part.getByRole('button', { name: 'Rename the passkey Key' }));
  const name = part.getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Old key{Enter}');
  expect(await screen.findByText('The passkey is now called Old key.')).toBeVisible();
  await waitFor(() => expect(part.getByRole('button', { name: 'Rename the passkey Old key' })).toBeVisible());
  await user.click(part.getByRole('button', { name: 'Remove the passkey Laptop' }));
  expect(part.getByText('You are signed out where you signed in with it.')).toBeVisible();
  await user.type(part.getByLabelText('Your password'), 'correct{Enter}');
  expect(await screen.findByText('The passkey Laptop was removed.')).toBeVisible();
  expect(server.passkeys.sent.map(({ call, confirmed }) => [call, confirmed])).toEqual([
    ['PUT ui/auth/passkeys/b', false],
    ['DELETE ui/auth/passkeys/a', true],
  ]);
});

// covers: [MFA-01]
test('before the last second factor is removed, the page says what that means', async () => {
  new FakeAuthenticator();
  const { user } = start(({ passkeys }) => {
    passkeys.own = [passkey('a')];
  });
  const part = await section();
  expect(part.getByText(/^If you lose your only passkey/)).toBeVisible();
  await user.click(part.getByRole('button', { name: 'Remove the passkey Laptop' }));
  expect(part.getByText(/^This is your last second factor\./)).toBeVisible();
});

// covers: [MFA-02]
test('recovery codes are replaced with a passkey by who has no app', async () => {
  const authenticator = new FakeAuthenticator();
  const { user } = start(({ passkeys }) => {
    passkeys.own = [passkey('a')];
  });
  const part = await section();
  await user.click(part.getByRole('button', { name: 'Create new recovery codes' }));
  expect(await screen.findByText('aaaaa-bbbbb')).toBeVisible();
  expect(authenticator.asked).toEqual(['get']);
});

// covers: [LOGIN-05]
test.each([
  ['passkeys_ip_address', /this server is reached at an IP address/],
  ['passkeys_not_secure', /Browsers use passkeys over https only/],
  ['passkeys_off', /This installation accepts no passkeys/],
])('why there are none is said: %s', async (code, text) => {
  new FakeAuthenticator();
  start(({ passkeys }) => {
    passkeys.host = null;
    passkeys.unavailable = code;
  });
  const part = await section();
  expect(part.getByText(text)).toBeVisible();
  expect(part.queryByRole('button', { name: 'Add passkey' })).toBeNull();
});

test('a passkey that is not added is explained, and one that cannot be loaded is loaded again', async () => {
  const authenticator = new FakeAuthenticator();
  const { server, user } = start(({ passkeys }) => {
    passkeys.fails = true;
  });
  const again = await (await section()).findByRole('button', { name: 'Try again' });
  server.passkeys.fails = false;
  await user.click(again);
  const part = await section();
  await user.click(await part.findByRole('button', { name: 'Add passkey' }));
  await user.type(part.getByLabelText('Name'), 'Laptop');
  await user.type(part.getByLabelText('Your password'), 'correct');
  authenticator.fails = new DOMException('', 'InvalidStateError');
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  expect(await part.findByText('One of your passkeys is on this device already.')).toBeVisible();
  authenticator.fails = null;
  server.passkeys.refused = () => refusal(422, 'passkey_taken', 'Taken.');
  await user.click(part.getByRole('button', { name: 'Add passkey' }));
  expect(await part.findByText(/^This passkey belongs to an account already\./)).toBeVisible();
});
