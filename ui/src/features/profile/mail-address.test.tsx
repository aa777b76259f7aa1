// The user's own mail address on the profile.
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';

/** The form for another address, before a server that answers to it like this. */
async function openForm(answer: () => Response) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  const { fetch } = server;
  server.fetch = async (address, init) =>
    init.method === 'PATCH' && address.endsWith('ui/userProfile') ? answer() : fetch(address, init);
  const started = startConsole('/user_profile', server);
  await started.user.click(await screen.findByRole('button', { name: 'Change mail address' }));
  return { ...started, form: within(screen.getByRole('form', { name: 'Save' })) };
}

test('the button has the focus once the address is changed, also while the facts are gathered again', async () => {
  const { server, user, form } = await openForm(() => new Response('{}', { status: 200 }));
  await enter(user, form.getByLabelText('Mail address'), 'ann@example.org');
  await enter(user, form.getByLabelText('Your password'), 'correct');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const button = await screen.findByRole('button', { name: 'Change mail address' });
  await waitFor(() => expect(button).toHaveFocus());
  const ready = { state: 'ready', ...{ facts: server.facts, view: server.view } };
  for (const [type, to] of [
    ['signed_in', { state: 'identifying' }],
    ['settings.footer', { state: 'gathering' }],
    ['licences.entitlements', ready],
  ] as const) {
    act(() => server.push({ machine: 'startup', event: { type }, to }));
    expect(button).toHaveFocus();
  }
});

test('a password that is missing or incorrect is marked, and has the focus', async () => {
  const { user, form } = await openForm(() =>
    refusal(403, 'wrong_password', 'The current password is incorrect.', { field: 'password' }),
  );
  const password = form.getByLabelText('Your password');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(password).toBeInvalid();
  expect(password).toHaveFocus();
  await enter(user, password, 'wrong');
  expect(password).toBeValid();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(password).toBeInvalid());
  await waitFor(() => expect(password).toHaveFocus());
});
