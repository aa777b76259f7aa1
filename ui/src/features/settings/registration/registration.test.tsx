import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { queryClient } from '@/shell/queryClient';
import { refresh } from '@/shell/refresh';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';

async function inside(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  prepare(server);
  const started = startConsole('/admin/configuration/general', server);
  const card = await screen.findByRole('region', { name: 'Registration' });
  return { ...started, kept: server.registration, at: within(card) };
}

beforeEach(() => drafts.set(0));

// covers: [PASS-04]
test('registration is off until an administrator turns it on, for some domains and with approval', async () => {
  const { kept, at, user } = await inside();
  expect(await at.findByText('Off')).toBeInTheDocument();
  await user.click(at.getByRole('checkbox', { name: 'Visitors can create accounts' }));
  await enter(user, at.getByLabelText('Mail domains'), 'example.org, example.net');
  await user.click(at.getByRole('checkbox', { name: 'An administrator approves new accounts' }));
  await user.click(at.getByRole('button', { name: 'Save' }));
  expect(await at.findByText('On')).toBeInTheDocument();
  expect(kept.changes).toEqual([{ enabled: true, domains: ['example.org', 'example.net'], approval: true }]);
  expect(drafts.get()).toBe(0);
  expect(at.getByLabelText('Mail domains')).toHaveValue('example.org\nexample.net');
  expect(at.getByRole('button', { name: 'Save' })).toHaveFocus();
});

test('what another administrator has saved begins the form again', async () => {
  const { kept, at, user } = await inside();
  const enabled = await at.findByRole('checkbox', { name: 'Visitors can create accounts' });
  await user.click(at.getByRole('checkbox', { name: 'An administrator approves new accounts' }));
  expect(drafts.get()).toBe(1);
  kept.page = { ...kept.page, enabled: true };
  await act(() => queryClient.refetchQueries({ queryKey: ['registration'] }));
  await waitFor(() => expect(enabled).toBeChecked());
  expect(at.getByRole('checkbox', { name: 'An administrator approves new accounts' })).not.toBeChecked();
  expect(drafts.get()).toBe(0);
});

// covers: [PASS-04]
test('a domain that is none is explained beside the field, and a missing mail server in the state', async () => {
  const { kept, at, user } = await inside(server => {
    server.registration.page = { enabled: true, domains: [], approval: false, can_send: false };
  });
  expect(await at.findByText(/no mails with links can be sent/)).toBeInTheDocument();
  kept.refused = () =>
    refusal(400, 'registration_settings_invalid', 'This is not a domain.', { field: 'domains' });
  await enter(user, at.getByLabelText('Mail domains'), 'maria@example.org');
  await user.click(at.getByRole('button', { name: 'Save' }));
  expect(await at.findByText(/Write domains like example.org/)).toBeInTheDocument();
  expect(at.getByLabelText('Mail domains')).toHaveValue('maria@example.org');
  await waitFor(() => expect(at.getByLabelText('Mail domains')).toHaveFocus());
});

// covers: [PASS-04]
test('an administrator without a mail address reads that mails about waiting accounts do not arrive', async () => {
  const { server, at, user } = await inside();
  await user.click(await at.findByRole('checkbox', { name: 'An administrator approves new accounts' }));
  // no visitor can create an account yet
  expect(at.queryByText(/do not reach you/)).not.toBeInTheDocument();
  await user.click(at.getByRole('checkbox', { name: 'Visitors can create accounts' }));
  expect(await at.findByText(/do not reach you: your account has no mail address\./)).toBeVisible();
  server.email = 'ann@example.org';
  await act(() => refresh(queryClient, ['current']));
  await waitFor(() => expect(at.queryByText(/do not reach you/)).not.toBeInTheDocument());
});
