// The page on which the first administrator is created.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeSetupToken } from '@/lib/setupToken';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { enter, startConsole } from '@/test/harness';

/** The page, before a server that answers to the form like this. */
function open(answer: () => Response) {
  window.history.replaceState(null, '', '/ui/setup?token=good');
  takeSetupToken();
  const server = new FakeServer();
  server.setupNeeded = true;
  const { fetch } = server;
  server.fetch = async (address, init) =>
    init.method === 'POST' && address.endsWith('/setup') ? answer() : fetch(address, init);
  return startConsole('/setup', server);
}

test('the first field that is wrong is marked, and has the focus', async () => {
  const { user } = open(() =>
    refusal(422, 'password_common', 'This password is too common.', { field: 'password' }),
  );
  const create = await screen.findByRole('button', { name: 'Create administrator' });
  const name = screen.getByLabelText('User name');
  const password = screen.getByLabelText('Password');
  const again = screen.getByLabelText('Password again');
  await user.click(create);
  expect(password).toBeInvalid();
  expect(name).toHaveFocus();
  await enter(user, name, 'ann');
  await user.click(create);
  expect(password).toHaveFocus();
  await enter(user, password, 'password1');
  await user.click(create);
  expect(again).toBeInvalid();
  expect(again).toHaveFocus();
  await enter(user, again, 'password1');
  await user.click(create);
  expect(await screen.findByText('This password is too common.')).toBeVisible();
  expect(password).toBeInvalid();
  await waitFor(() => expect(password).toHaveFocus());
});
