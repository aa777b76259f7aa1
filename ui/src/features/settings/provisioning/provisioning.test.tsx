import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { signInProvider } from '@/test/fakeSignInProviders';
import { fillWithRecords } from '@/test/fill';
import { startConsole } from '@/test/harness';

async function inside(prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  fillWithRecords(server, 5);
  server.signInProviders.all = [
    signInProvider('acme'),
    signInProvider('hub', { kind: 'github', label: 'GitHub' }),
  ];
  prepare(server);
  const started = startConsole('/admin/configuration/general', server);
  const card = await screen.findByRole('region', { name: 'Provisioning (SCIM)' });
  return { ...started, kept: server.provisioning, at: within(card) };
}

beforeEach(() => drafts.set(0));

// covers: [SCIM-01]
test('provisioning is off until an administrator turns it on, with the address for the client', async () => {
  const { kept, at, user } = await inside();
  expect(await at.findByText('Off')).toBeInTheDocument();
  expect(at.getByText('https://waybill.example.org/access/api/v1/scim/v2')).toBeInTheDocument();
  expect(at.getByText(/sees only users and groups that such clients have made/)).toBeInTheDocument();
  expect(at.getByRole('link', { name: 'Robots' })).toHaveAttribute(
    'href',
    expect.stringContaining('/admin/management/robots'),
  );
  await user.click(
    at.getByRole('checkbox', { name: 'Provisioning clients can create and change users and groups' }),
  );
  await user.click(at.getByRole('button', { name: 'Save' }));
  expect(await at.findByText('On')).toBeInTheDocument();
  expect(kept.changes).toEqual([{ enabled: true, provider: '' }]);
  expect(at.getByRole('button', { name: 'Save' })).toHaveFocus();
});

// covers: [SCIM-01]
test('a provider of OpenID Connect is chosen, and one that is gone is explained beside its field', async () => {
  const { kept, at, user } = await inside(server => {
    server.provisioning.page.enabled = true;
  });
  const provider = await at.findByLabelText('External ids are subjects of');
  await at.findByRole('option', { name: 'Acme (acme)' });
  expect(at.queryByRole('option', { name: /hub/ })).toBeNull();
  await user.selectOptions(provider, 'acme');
  kept.refused = () =>
    refusal(400, 'provisioning_invalid', 'There is no such sign-in provider.', { field: 'provider' });
  await user.click(at.getByRole('button', { name: 'Save' }));
  expect(await at.findByText('There is no such provider. Choose another one, or none.')).toBeInTheDocument();
  await waitFor(() => expect(provider).toHaveFocus());
  kept.refused = null;
  await user.click(at.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Provisioning was updated.')).toBeInTheDocument();
  expect(kept.page).toMatchObject({ enabled: true, provider: 'acme' });
});
