import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CurrentUser } from '@/generated/api';
import { queryClient } from '@/shell/queryClient';
import { mailServer } from '@/test/fakeMail';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';

function inside(path: string, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  prepare(server);
  fillWithRecords(server, 20);
  return startConsole(path, server);
}

test('all users are listed, with the state of their accounts', async () => {
  inside('/admin/management/users');
  const table = await screen.findByRole('grid', { name: 'Users' });
  expect(screen.getByText('5 rows')).toBeInTheDocument();
  for (const header of ['Name', 'Role', 'Status', 'Second factor', 'Created'])
    expect(within(table).getByRole('columnheader', { name: new RegExp(header) })).toBeInTheDocument();
});

test('a user is created with a link for the password', async () => {
  const { user } = inside('/admin/management/users');
  await user.click(await screen.findByRole('button', { name: 'Create user' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create user' });
  await user.click(within(dialog).getByRole('button', { name: 'Create user' }));
  expect(within(dialog).getByText('Enter a user name.')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('User name'), 'maria{Enter}');
  expect(await within(dialog).findByText(/^maria now has an account/)).toBeInTheDocument();
  expect(within(dialog).getByText('http://localhost/ui/login/invitation#token=good')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

// covers: [PASS-04]
test('a user with a mail address is invited by mail, unless the link is to be shown', async () => {
  const { user } = inside('/admin/management/users', ({ mail }) => {
    mail.server = mailServer;
  });
  const create = async (name: string, isMailed: boolean) => {
    await user.click(await screen.findByRole('button', { name: 'Create user' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create user' });
    const choice = await within(dialog).findByRole('checkbox', { name: 'Send the invitation by mail' });
    expect(choice).toBeDisabled();
    expect(choice).not.toBeChecked();
    await enter(user, within(dialog).getByLabelText('Mail address'), `${name}@example.org`);
    expect(choice).toBeChecked();
    if (!isMailed) await user.click(choice);
    await enter(user, within(dialog).getByLabelText('User name'), name);
    await user.click(within(dialog).getByRole('button', { name: 'Create user' }));
    return dialog;
  };
  const mailed = await create('maria', true);
  expect(await within(mailed).findByText(/^maria now has an account. A mail/)).toBeInTheDocument();
  expect(within(mailed).queryByText(/#token=/)).not.toBeInTheDocument();
  await user.click(within(mailed).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(mailed).not.toBeInTheDocument());
  const shown = await create('nora', false);
  expect(await within(shown).findByText(/#token=good$/)).toBeInTheDocument();
});

// covers: [PASS-04]
test('a new link is sent by mail, which replaces the one that was shown', async () => {
  const { user, server } = inside('/admin/management/users?user=p_1', ({ mail }) => {
    mail.server = mailServer;
  });
  const dialog = await screen.findByRole('dialog', { name: 'bob' });
  const make = async (name: string) => {
    await user.click(await within(dialog).findByRole('button', { name }));
    const question = within(dialog)
      .getByText(/^Reset the password/)
      .closest<HTMLElement>('[role="alert"]');
    const yes = within(question ?? dialog).getByRole('button', { name });
    // the users are loaded again after the act before
    await waitFor(() => expect(yes).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(yes);
  };
  await make('Reset password');
  expect(await within(dialog).findByText(/#token=good$/)).toBeInTheDocument();
  await make('Reset password by mail');
  expect(await screen.findByText(/^A mail with a link for a new password is on its way/)).toBeInTheDocument();
  await waitFor(() => expect(within(dialog).queryByText(/#token=good$/)).not.toBeInTheDocument());
  expect(screen.queryByText(/^The mail could not be sent/)).not.toBeInTheDocument();
  server.mail.isFull = true;
  await make('Reset password by mail');
  expect(await within(dialog).findByText(/^The mail could not be sent/)).toBeInTheDocument();
  expect(within(dialog).getByText(/#token=good$/)).toBeInTheDocument();
});

// covers: [PASS-04, SSO-02]
test('an administrator reads that a link sets no password that would be accepted', async () => {
  const { user } = inside('/admin/management/users?user=p_1', ({ mail }) => {
    mail.setsPassword = false;
  });
  const dialog = await screen.findByRole('dialog', { name: 'bob' });
  await user.click(await within(dialog).findByRole('button', { name: 'Reset password' }));
  const question = within(dialog)
    .getByText(/^Reset the password/)
    .closest<HTMLElement>('[role="alert"]');
  await user.click(within(question ?? dialog).getByRole('button', { name: 'Reset password' }));
  expect(await within(dialog).findByText(/#token=good$/)).toBeInTheDocument();
  expect(within(dialog).getByText(/^Users sign in elsewhere here\. With this link/)).toBeInTheDocument();
});

test('the projects are listed by name and key', async () => {
  inside('/admin/projects/list');
  expect(await screen.findByRole('grid', { name: 'Projects' })).toBeInTheDocument();
  expect(screen.getByText('2 rows')).toBeInTheDocument();
});

test('a mail address that is changed in the profile is known to other pages', async () => {
  const { user } = inside('/user_profile', server => {
    const { fetch } = server;
    server.fetch = (path, init) => {
      if (init.method !== 'PATCH' || !path.endsWith('ui/userProfile')) return fetch(path, init);
      server.email = JSON.parse(String(init.body)).email;
      return Promise.resolve(new Response('{}', { status: 200 }));
    };
  });
  const known = () => queryClient.getQueryData<CurrentUser>(['current', 'p_7'])?.email;
  await user.click(await screen.findByRole('button', { name: 'Change mail address' }));
  await waitFor(() => expect(known()).toBeNull());
  const form = within(screen.getByRole('form', { name: 'Save' }));
  await enter(user, form.getByLabelText('Mail address'), 'ann@example.org');
  await enter(user, form.getByLabelText('Your password'), 'correct');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your mail address was changed.')).toBeVisible();
  await waitFor(() => expect(known()).toBe('ann@example.org'));
});

test('the profile says that wrong codes were given for the account', async () => {
  inside('/user_profile', server => {
    server.codesStoppedAt = '2026-01-01T00:00:00.000Z';
  });
  expect(await screen.findByText(/too many wrong codes were entered for your account/)).toBeInTheDocument();
});

test('the profile tells what is known of the account, and offers what may be changed', async () => {
  const { user } = inside('/user_profile');
  const account = await screen.findByRole('region', { name: 'Account' });
  expect(account).toHaveTextContent('User nameann');
  expect(account).toHaveTextContent('RoleAdministrator');
  expect(account).toHaveTextContent('Second factorSet up');
  expect(account).toHaveTextContent('Locked. Enter your password to make changes.');
  await user.click(screen.getByRole('button', { name: 'Create a link for a new device' }));
  expect(await screen.findByText('http://localhost/ui/login#device=0')).toBeInTheDocument();
  const devices = screen.getByRole('region', { name: 'Known devices' });
  expect(
    within(devices)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    expect.stringMatching(
      /^Chrome on Linux This deviceFirst sign-in .* · Last sign-in .* · 192.0.2.1Forget$/,
    ),
    expect.stringMatching(/^Firefox on macOS First sign-in .*Forget$/),
    expect.stringMatching(/^Unknown browser First sign-in .*Forget$/),
  ]);
  await user.click(within(devices).getByRole('button', { name: 'Forget Firefox on macOS' }));
  expect(within(devices).getByRole('alert')).toHaveTextContent('It stays signed in');
  await user.click(within(devices).getByRole('button', { name: 'Forget' }));
  await waitFor(() => expect(within(devices).getAllByRole('listitem')).toHaveLength(2));
  await user.click(within(devices).getByRole('button', { name: 'Forget all others' }));
  await user.click(within(devices).getByRole('button', { name: 'Forget' }));
  await waitFor(() => expect(within(devices).getAllByRole('listitem')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Show sessions' }));
  expect(await screen.findByRole('dialog', { name: 'Signed-in sessions' })).toBeInTheDocument();
});
