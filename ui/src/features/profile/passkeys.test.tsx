// The passkeys of the signed-in user, in the profile.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { FakeAuthenticator, passkey } from '@/test/fakePasskeys';
import { FakeServer } from '@/test/fakeServer';
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
