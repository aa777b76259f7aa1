// The directories that check passwords, in the settings: their list, adding, editing, testing and deleting.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { userDirectory } from '@/test/fakeUserDirectories';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';
import { switchLanguage } from '@/texts/i18n/languages';

afterEach(() => act(() => switchLanguage('en')));

function start(query = '', prepare: (kept: FakeServer['userDirectories']) => void = () => undefined) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  prepare(server.userDirectories);
  return { kept: server.userDirectories, ...startConsole(`/admin/configuration/general${query}`, server) };
}

const section = () => screen.findByRole('region', { name: 'User directories' });
const field = (name: string) => screen.getByRole('textbox', { name });
const password = () => screen.getByLabelText('Password of this installation');

// covers: [SSO-02]
test('a directory of Active Directory is added with what it begins with', async () => {
  const { kept, user, router } = start();
  const part = await section();
  expect(await within(part).findByText('No user directories')).toBeVisible();
  await user.click(within(part).getByRole('button', { name: 'Add directory' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add directory' });
  await screen.findByRole('form', { name: 'Settings of the directory' });
  expect(router.state.location.search).toEqual({ new: 'directory' });
  await user.click(screen.getByRole('radio', { name: 'Active Directory' }));
  expect(field('Attribute with the user name')).toHaveValue('sAMAccountName');
  await enter(user, field('Name'), 'corporate');
  await enter(user, field('Title'), 'Example Inc.');
  await enter(user, field('Host'), 'ad.example.org');
  expect(screen.queryByLabelText('Password of this installation')).toBeNull();
  await enter(user, field('Distinguished name of this installation'), 'cn=waybill,dc=example,dc=org');
  await enter(user, password(), 's3cret');
  await enter(user, field('Search users below'), 'dc=example,dc=org');
  await user.click(within(dialog).getByRole('button', { name: 'Add directory' }));
  expect(await screen.findByText('The directory Example Inc. was added.')).toBeVisible();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(kept.changes).toEqual([
    {
      call: 'POST access/api/ui/user_directories',
      body: {
        name: 'corporate',
        label: 'Example Inc.',
        server: {
          kind: 'ldap',
          host: 'ad.example.org',
          port: 636,
          security: 'tls',
          bind_dn: 'cn=waybill,dc=example,dc=org',
          user_base: 'dc=example,dc=org',
          user_filter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={user}))',
          id_attribute: 'object_guid',
          name_attribute: 'sAMAccountName',
          mail_attribute: 'mail',
          group_base: null,
          group_filter: '(member={dn})',
          group_name_attribute: 'cn',
          nested_groups: false,
        },
        password: 's3cret',
        group_map: {},
        creates_accounts: false,
        enabled: true,
        order: 0,
      },
    },
  ]);
});

// covers: [SSO-02]
test('what the server refuses is beside its field, and the stored password is kept', async () => {
  const { kept, user } = start('?directory=corporate', directories => {
    directories.all = [userDirectory('corporate')];
  });
  await screen.findByRole('form', { name: 'Settings of the directory' });
  expect(field('Name')).toHaveAttribute('readonly');
  expect(password()).toHaveValue('');
  expect(password()).toHaveAccessibleDescription(/^A password is stored\./);
  kept.refused = () =>
    refusal(400, 'user_directory_invalid', 'Enter a filter with {user}.', { field: 'user_filter' });
  await enter(user, field('Title'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Enter a filter with {user}.')).toBeVisible();
  await waitFor(() => expect(field('Filter of users')).toHaveFocus());
  kept.refused = null;
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('The directory Example Inc. 2 was updated.')).toBeVisible();
  expect(kept.changes[1]?.body).not.toHaveProperty('password');
});

// covers: [SSO-02]
test('a test finds a user, and says which groups lead where', async () => {
  const { kept, user } = start('', directories => {
    directories.all = [userDirectory('corporate')];
    directories.tested = {
      user: { name: 'carol', email: null, groups: ['developers'], mapped_groups: ['Builders'] },
    };
  });
  await user.click(await screen.findByRole('button', { name: 'Test Example Inc.' }));
  const form = await screen.findByRole('form', { name: 'Test of the directory' });
  await enter(user, within(form).getByRole('textbox', { name: 'User name to look up' }), 'carol');
  await user.click(within(form).getByRole('button', { name: 'Test connection' }));
  expect(await within(form).findByText(/Groups there: developers\. Groups here: Builders\./)).toBeVisible();
  expect(kept.changes).toEqual([
    { call: 'POST access/api/ui/user_directories/corporate/test', body: { user: 'carol' } },
  ]);
  kept.refused = () =>
    refusal(503, 'user_directory_unavailable', 'The test has failed: the directory took too long.');
  await user.click(within(form).getByRole('button', { name: 'Test connection' }));
  expect(await within(form).findByText('The test has failed: the directory took too long.')).toBeVisible();
});

// covers: [SSO-02]
test('a directory is deleted after a question', async () => {
  const { kept, user } = start('', directories => {
    directories.all = [userDirectory('corporate')];
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Example Inc.' }));
  expect(screen.getByText('Delete the directory Example Inc.?')).toBeVisible();
  const part = await section();
  await user.click(within(part).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The directory Example Inc. was deleted.')).toBeVisible();
  expect(await within(part).findByText('No user directories')).toBeVisible();
  expect(kept.changes).toEqual([{ call: 'DELETE access/api/ui/user_directories/corporate', body: null }]);
});

const QUESTION = 'Discard what you have entered?';

/** The form of a new directory. */
async function adding() {
  const started = start('?new=directory');
  const dialog = await screen.findByRole('dialog', { name: 'Add directory' });
  await screen.findByRole('form', { name: 'Settings of the directory' });
  return { ...started, dialog, add: within(dialog).getByRole('button', { name: 'Add directory' }) };
}

// covers: [SSO-02]
test('all that is wrong is shown at once, each beside its field until it is mended', async () => {
  const { kept, user, add } = await adding();
  await user.clear(field('Port'));
  await enter(user, field('Port'), '70000');
  await user.clear(field('Order'));
  await enter(user, field('Order'), '-1');
  await user.click(add);
  expect(field('Name')).toHaveAccessibleDescription(/Enter 1 to 64 lower-case letters/);
  expect(field('Title')).toHaveAccessibleDescription(/Enter 1 to 64 visible characters\./);
  expect(field('Host')).toHaveAccessibleDescription(/Enter a name or an address/);
  expect(field('Port')).toHaveAccessibleDescription(/Enter a number from 1 to 65535\./);
  expect(field('Search users below')).toHaveAccessibleDescription(/Enter a distinguished name\./);
  expect(field('Order')).toHaveAccessibleDescription(/Enter a whole number from 0 to 65535\./);
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('Port')).toHaveValue('70000');
  expect(field('Order')).toHaveValue('-1');
  await enter(user, field('Name'), 'corporate');
  expect(field('Name')).not.toHaveAccessibleDescription(/Enter 1 to 64 lower-case letters/);
  expect(field('Port')).toHaveAccessibleDescription(/Enter a number from 1 to 65535\./);
  await user.clear(field('Port'));
  await enter(user, field('Port'), '3269');
  expect(field('Port')).not.toHaveAccessibleDescription(/Enter a number/);
  expect(field('Order')).toHaveAccessibleDescription(/Enter a whole number/);
  expect(kept.changes).toEqual([]);
});

// covers: [SSO-02]
test('a filter of groups that is wrong is shown also where no groups are taken over', async () => {
  const { kept, user } = start('?directory=corporate', directories => {
    directories.all = [userDirectory('corporate')];
  });
  await screen.findByRole('form', { name: 'Settings of the directory' });
  await enter(user, field('Search groups below'), 'dc=example,dc=org');
  await user.clear(field('Filter of groups'));
  await user.clear(field('Search groups below'));
  expect(screen.queryByRole('textbox', { name: 'Filter of groups' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(field('Filter of groups')).toHaveAccessibleDescription(/Enter a filter with \{dn\}/);
  await waitFor(() => expect(field('Filter of groups')).toHaveFocus());
  expect(kept.changes).toEqual([]);
});

// covers: [SSO-02]
test('Escape and the close button ask before a form loses what is typed', async () => {
  const { user, router, dialog } = await adding();
  await enter(user, field('Host'), 'ldap.example.org');
  await user.keyboard('{Escape}');
  expect(await within(dialog).findByText(QUESTION)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  // a second one returns to the form
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(field('Host')).toHaveValue('ldap.example.org');
  expect(field('Host')).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(router.state.location.search).toEqual({});
  expect(drafts.get()).toBe(0);
});

test('a form without changes closes without a question', async () => {
  const { user, dialog } = await adding();
  await enter(user, field('Host'), 'ldap.example.org');
  await user.clear(field('Host'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
