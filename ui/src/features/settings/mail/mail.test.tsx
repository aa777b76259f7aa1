import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { type FakeMail, listedMail, mailServer } from '@/test/fakeMail';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';

async function inside(prepare: (mail: FakeMail) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  prepare(server.mail);
  const started = startConsole('/admin/configuration/general', server);
  const card = await screen.findByRole('region', { name: 'Mail server' });
  return { ...started, mail: server.mail, card, at: within(card) };
}

beforeEach(() => drafts.set(0));

// covers: [PASS-04]
test('a mail server is set up once its fields are sound', async () => {
  const { mail, at, user } = await inside();
  expect(await at.findByText(/No mail server is set up/)).toBeInTheDocument();
  await user.click(at.getByRole('button', { name: 'Set up mail server' }));
  expect(at.getByLabelText('Host')).toHaveFocus();
  await enter(user, at.getByLabelText('Host'), 'smtp://mail.example.org');
  await enter(user, at.getByLabelText('Password'), 'secret');
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(at.getByText('Enter a name or an IP address, without a scheme or a port.')).toBeInTheDocument();
  expect(at.getByText('Enter the user name that the password belongs to.')).toBeInTheDocument();
  expect(at.getByText('Enter a mail address, such as waybill@example.org.')).toBeInTheDocument();
  expect(mail.changes).toEqual([]);

  await user.clear(at.getByLabelText('Host'));
  await enter(user, at.getByLabelText('Host'), 'mail.example.org');
  await enter(user, at.getByLabelText('User name'), 'waybill');
  await user.selectOptions(at.getByLabelText('Encryption'), 'No encryption');
  expect(at.getByLabelText('Port')).toHaveValue('25');
  await enter(user, at.getByLabelText('Mail address of the sender'), 'waybill@example.org');
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(at.getByText(/are sent over an encrypted connection only\. Choose/)).toBeInTheDocument();
  await user.selectOptions(at.getByLabelText('Encryption'), 'TLS from the start');
  expect(at.getByLabelText('Port')).toHaveValue('465');
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(await at.findByText('mail.example.org:465')).toBeInTheDocument();
  expect(at.getByText('Stored')).toBeInTheDocument();
  await waitFor(() => expect(at.getByRole('button', { name: 'Edit mail server' })).toHaveFocus());
  const { host, user: name, from } = mailServer;
  const sent = { host, port: 465, security: 'tls', user: name, password: 'secret', from, from_name: '' };
  expect(mail.changes).toEqual([{ call: 'PUT access/api/ui/mail/server', body: sent }]);
});

// covers: [PASS-04]
test('a stored password is not shown, and is entered again for another server', async () => {
  const { mail, at, user } = await inside(fake => {
    fake.server = mailServer;
  });
  await user.click(await at.findByRole('button', { name: 'Edit mail server' }));
  expect(at.getByLabelText('Password')).toHaveValue('');
  expect(at.getByText('Leave empty to keep the password.')).toBeInTheDocument();
  await user.clear(at.getByLabelText('User name'));
  await enter(user, at.getByLabelText('User name'), 'other');
  expect(at.getByText(/The stored password is not sent to another server/)).toBeInTheDocument();
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(at.getByText('Enter the password again, or remove it.')).toBeInTheDocument();
  await user.click(at.getByRole('checkbox', { name: 'Remove the stored password' }));
  mail.refused = () =>
    refusal(400, 'mail_server_address', 'This server would not connect.', { field: 'host' });
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(await at.findByText('This server would not connect.')).toBeInTheDocument();
  await waitFor(() => expect(at.getByLabelText('Host')).toHaveFocus());
  mail.refused = null;
  await user.click(at.getByRole('button', { name: 'Save mail server' }));
  expect(await at.findByText('Not set')).toBeInTheDocument();
  expect(mail.server).toMatchObject({ user: 'other', has_password: false });
});

// covers: [PASS-04]
test('a test mail is sent at once, and a failure says why', async () => {
  const { mail, at, user } = await inside(fake => {
    fake.server = mailServer;
    fake.hasPublicUrl = false;
  });
  expect(await at.findByText(/the address of this installation is not set/)).toBeInTheDocument();
  const field = at.getByLabelText('Mail address for a test');
  await user.click(at.getByRole('button', { name: 'Send a test mail' }));
  expect(at.getByText('Enter a mail address, such as maria@example.org.')).toBeInTheDocument();
  await enter(user, field, 'maria@nowhere.example.org');
  await user.click(at.getByRole('button', { name: 'Send a test mail' }));
  expect(
    await at.findByText('The mail server could not be reached.', { selector: 'span' }),
  ).toBeInTheDocument();
  expect(await at.findByRole('listitem')).toHaveTextContent(/^Test mail Ended .*Failed$/);
  await user.clear(field);
  await enter(user, field, 'maria@example.org');
  await user.click(at.getByRole('button', { name: 'Send a test mail' }));
  expect(
    await at.findByText('The mail server has accepted a mail to maria@example.org.'),
  ).toBeInTheDocument();
  const body = { to: 'maria@example.org', language: 'en' };
  expect(mail.changes.at(-1)).toEqual({ call: 'POST access/api/ui/mail/test', body });
});

// covers: [PASS-04]
test('the newest mails are listed with what has come of them', async () => {
  const { at, user } = await inside(fake => {
    fake.server = mailServer;
    fake.mails = [
      listedMail('1', {
        state: 'waiting',
        ended_at: null,
        attempts: 2,
        failure: { type: 'temporary', code: 451 },
      }),
      listedMail('2', { kind: 'invitation', name: null }),
      listedMail('3', { kind: 'test', person: null, name: null, state: 'failed', failure: { type: 'tls' } }),
      ...['4', '5', '6'].map(id => listedMail(id)),
    ];
  });
  const rows = async () =>
    within(await at.findByRole('list', { name: 'Newest mails' })).getAllByRole('listitem');
  const [first, second, third] = await rows();
  expect(first).toHaveTextContent(
    /^Link for a forgotten password bobQueued .* · Attempts: 2Not accepted .* the code 451\.Waiting$/,
  );
  expect(second).toHaveTextContent(/^Invitation Erased userEnded .*Sent$/);
  expect(third).toHaveTextContent(/^Test mail Ended .*The connection could not be encrypted, .*Failed$/);
  expect(await rows()).toHaveLength(5);
  await user.click(at.getByRole('button', { name: 'Show all mails' }));
  expect(await rows()).toHaveLength(6);
});

// covers: [PASS-04]
test('removing the mail server asks first', async () => {
  const { mail, at, user } = await inside(fake => {
    fake.server = mailServer;
  });
  await user.click(await at.findByRole('button', { name: 'Remove mail server' }));
  expect(at.getByRole('alert')).toHaveTextContent('Remove the mail server and its password?');
  await user.click(at.getByRole('button', { name: 'Keep' }));
  expect(at.getByRole('button', { name: 'Remove mail server' })).toHaveFocus();
  await user.click(at.getByRole('button', { name: 'Remove mail server' }));
  await user.click(at.getByRole('button', { name: 'Remove' }));
  expect(await at.findByText(/No mail server is set up/)).toBeInTheDocument();
  expect(mail.server).toBeNull();
  await waitFor(() => expect(at.getByRole('button', { name: 'Set up mail server' })).toHaveFocus());
});
