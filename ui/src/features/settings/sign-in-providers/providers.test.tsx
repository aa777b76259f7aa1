// The providers with which users sign in, in the settings: their list, adding, editing, testing, ordering and deleting.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { signInProvider } from '@/test/fakeSignInProviders';
import { fillWithRecords } from '@/test/fill';
import { enter, startConsole } from '@/test/harness';
import { switchLanguage } from '@/texts/i18n/languages';

afterEach(() => act(() => switchLanguage('en')));

function start(query = '', prepare: (kept: FakeServer['signInProviders']) => void = () => undefined) {
  drafts.set(0);
  const server = new FakeServer();
  fillWithRecords(server, 5);
  prepare(server.signInProviders);
  const { fetch } = server;
  server.fetch = async (path, init) => {
    if (!path.endsWith('access/api/ui/groups')) return fetch(path, init);
    const group = {
      id: 'g',
      description: '',
      external_id: '',
      auto_join: false,
      provisioned: false,
      pending: false,
      projects: {},
      members: 0,
    };
    const groups = [
      { ...group, name: 'Builders', admin: false },
      { ...group, name: 'Admins', admin: true },
      { ...group, name: 'Leads', admin: false, projects: { blue: 'project_admin' } },
    ];
    return new Response(JSON.stringify({ groups }), { status: 200 });
  };
  return { kept: server.signInProviders, ...startConsole(`/admin/configuration/general${query}`, server) };
}

const section = () => screen.findByRole('region', { name: 'Sign-in providers' });
const press = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });
const secret = () => screen.getByLabelText('Client secret');
const form = () => screen.findByRole('form', { name: 'Settings of the provider' });

// covers: [SSO-01]
test('the list says what each provider is, and which are turned off', async () => {
  start('', kept => {
    kept.all = [
      signInProvider('acme'),
      signInProvider('github', {
        label: 'GitHub',
        kind: 'github',
        issuer: 'https://github.com',
        has_client_secret: false,
        creates_accounts: true,
        enabled: false,
        order: 1,
      }),
    ];
  });
  const list = await screen.findByRole('list', { name: 'Sign-in providers' });
  const [acme, github] = within(list).getAllByRole('listitem');
  expect(acme).toHaveTextContent('OpenID Connect · https://id.example.org');
  expect(acme).toHaveTextContent('Turned on');
  expect(github).toHaveTextContent('No client secret is stored. · Creates accounts');
  expect(github).toHaveTextContent('Turned off');
});

// covers: [SSO-01]
test('a provider is added with what its kind begins with, in a dialog which the address has', async () => {
  const { kept, user, router } = start();
  const part = await section();
  expect(await within(part).findByText('No sign-in providers')).toBeVisible();
  await user.click(within(part).getByRole('button', { name: 'Add provider' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add provider' });
  await form();
  expect(router.state.location.search).toEqual({ new: 'provider' });
  await user.click(screen.getByRole('radio', { name: 'Google' }));
  expect(field('Address of the provider')).toHaveValue('https://accounts.google.com');
  expect(field('Address of the provider')).toHaveAttribute('readonly');
  await user.click(screen.getByRole('radio', { name: 'GitHub' }));
  expect(field('Name')).toHaveValue('github');
  expect(field('Text of the button')).toHaveValue('GitHub');
  expect(field('Claim with the user name')).toHaveValue('login');
  expect(screen.queryByRole('textbox', { name: 'Claim with the groups' })).toBeNull();
  expect(within(dialog).getByText(/\/ui\/api\/v1\/ui\/auth\/sso\/github\/callback$/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Add provider' }));
  expect(field('Client ID')).toHaveAccessibleDescription(
    /Enter 1 to 256 visible characters without spaces\./,
  );
  await waitFor(() => expect(field('Client ID')).toHaveFocus());
  expect(kept.changes).toEqual([]);
  await enter(user, field('Client ID'), 'Iv1.8a61f9b3');
  await enter(user, secret(), 's3cret');
  expect(drafts.get()).toBe(1);
  await user.click(within(dialog).getByRole('button', { name: 'Add provider' }));
  expect(await screen.findByText('The sign-in provider GitHub was added.')).toBeVisible();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(press('Add provider')).toHaveFocus());
  expect(kept.changes).toEqual([
    {
      call: 'POST access/api/ui/sign_in_providers',
      confirmed: false,
      body: {
        name: 'github',
        label: 'GitHub',
        kind: 'github',
        issuer: 'https://github.com',
        client_id: 'Iv1.8a61f9b3',
        client_secret: 's3cret',
        scopes: ['read:user'],
        groups_claim: '',
        group_map: {},
        creates_accounts: false,
        name_claim: 'login',
        amr_satisfies: [],
        enabled: true,
        order: 0,
      },
    },
  ]);
});

// covers: [SSO-01]
test('the stored secret is never shown, is kept, and is dropped for another client', async () => {
  const { kept, user } = start('?provider=acme', providers => {
    providers.all = [signInProvider('acme')];
  });
  await form();
  expect(field('Name')).toHaveAttribute('readonly');
  expect(secret()).toHaveValue('');
  expect(secret()).toHaveAccessibleDescription('A client secret is stored. Leave empty to keep it.');
  await enter(user, field('Client ID'), '-2');
  expect(secret()).toHaveAccessibleDescription(/^The kind, the address or the client ID has changed\./);
  await user.click(press('Save changes'));
  expect(secret()).toHaveAccessibleDescription(/Enter the client secret again, or remove it\./);
  await waitFor(() => expect(secret()).toHaveFocus());
  expect(kept.changes).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'Remove the stored client secret' }));
  expect(screen.queryByLabelText('Client secret')).toBeNull();
  await user.click(press('Save changes'));
  expect(await screen.findByText('The sign-in provider Acme was updated.')).toBeVisible();
  expect(kept.changes[0]).toMatchObject({
    call: 'PUT access/api/ui/sign_in_providers/acme',
    body: { client_id: 'waybill-2', client_secret: '' },
  });
  expect(kept.changes[0]?.body).not.toHaveProperty('name');
  expect(await screen.findByText('No client secret is stored.')).toBeVisible();
});

// covers: [SSO-01]
test('values of the claim lead to groups, of which none gives administration', async () => {
  const { kept, user } = start('?provider=acme', providers => {
    providers.all = [signInProvider('acme')];
  });
  await form();
  await enter(user, field('Claim with the groups'), 'groups');
  await user.click(press('Add value'));
  await waitFor(() => expect(field('Value')).toHaveFocus());
  await user.paste('dev');
  const group = screen.getByRole('combobox', { name: 'Group' });
  await within(group).findByRole('option', { name: 'Builders' });
  for (const name of ['Admins', 'Leads']) expect(within(group).queryByRole('option', { name })).toBeNull();
  await user.click(press('Save changes'));
  expect(group).toHaveAccessibleDescription('Choose a group.');
  await user.selectOptions(group, 'Builders');
  await enter(user, field('Values that count as a second factor'), 'mfa hwk');
  kept.refused = () =>
    refusal(400, 'sign_in_provider_invalid', 'There is no group with this name.', { field: 'group_map' });
  await user.click(press('Save changes'));
  expect(await screen.findByText('There is no group with this name.')).toBeVisible();
  kept.refused = null;
  await user.click(press('Save changes'));
  expect(await screen.findByText('The sign-in provider Acme was updated.')).toBeVisible();
  expect(kept.changes.at(-1)?.body).toMatchObject({
    groups_claim: 'groups',
    group_map: { dev: 'Builders' },
    amr_satisfies: ['mfa', 'hwk'],
  });
  expect(kept.changes.at(-1)?.body).not.toHaveProperty('client_secret');
});

// covers: [SSO-01]
test('a provider is tested, and what it lacks is said', async () => {
  const { kept, user } = start('', providers => {
    providers.all = [signInProvider('acme')];
  });
  await user.click(await screen.findByRole('button', { name: 'Test Acme' }));
  const good = await screen.findByText(/^The provider responds\./);
  expect(good).toHaveTextContent('https://id.example.org/auth');
  expect(good).toHaveTextContent('2 keys of it can be used.');
  const cause = 'The provider cannot be used: it answers with the status 503.';
  kept.refused = () => refusal(503, 'sign_in_provider_unavailable', cause);
  await user.click(press('Test Acme'));
  expect(await screen.findByText(cause)).toBeVisible();
  // the server speaks English, and says more than the catalogue does
  await act(() => switchLanguage('de'));
  await user.click(await screen.findByRole('button', { name: 'Acme testen' }));
  expect(await screen.findByText(cause)).toHaveAttribute('lang', 'en');
  expect(screen.getByText(/^Der Anbieter antwortet nicht, oder nicht wie ein Anbieter\./)).toBeVisible();
});

// covers: [SSO-01]
test('providers are turned off, put into another order, and deleted after a question', async () => {
  const { kept, user, engine } = start('', providers => {
    providers.all = [signInProvider('acme'), signInProvider('other', { label: 'Other', enabled: false })];
  });
  // the sign-in page of this tab asks for providers as long as one is turned on
  const offers = () => engine.session.get()?.sign_in.offers_providers;
  await user.click(await screen.findByRole('button', { name: 'Turn off Acme' }));
  await waitFor(() => expect(offers()).toBe(false));
  await user.click(await screen.findByRole('button', { name: 'Turn on Other' }));
  await waitFor(() => expect(offers()).toBe(true));
  expect(await screen.findByRole('button', { name: 'Turn on Acme' })).toBeVisible();
  expect(kept.changes.at(0)?.body).toMatchObject({ enabled: false, label: 'Acme' });
  expect(press('Move Acme up')).toHaveAttribute('aria-disabled', 'true');
  await user.click(press('Move Acme down'));
  expect(await screen.findByText('Acme is now number 2 of 2 on the sign-in page.')).toBeInTheDocument();
  expect(kept.all.map(({ name }) => name)).toEqual(['other', 'acme']);
  await waitFor(() => {
    const [first] = screen.getAllByRole('button', { name: /^Move .* up$/ });
    expect(first).toHaveAccessibleName('Move Other up');
  });
  await user.click(press('Delete Other'));
  expect(screen.getByRole('alert')).toHaveTextContent('No one can sign in with it any longer.');
  await user.click(press('Delete'));
  expect(await screen.findByText('The sign-in provider Other was deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Other' })).toBeNull());
});

test('what the server refuses is said in the language of the page', async () => {
  const { kept, user } = start('?new=provider');
  await form();
  await act(() => switchLanguage('de'));
  await screen.findByRole('form', { name: 'Einstellungen des Anbieters' });
  await user.click(screen.getByRole('radio', { name: 'GitLab' }));
  await enter(user, field('Client-ID'), 'w');
  kept.refused = () => refusal(409, 'sign_in_provider_name_taken', 'Taken.', { field: 'name' });
  const dialog = screen.getByRole('dialog', { name: 'Anbieter hinzufügen' });
  await user.click(within(dialog).getByRole('button', { name: 'Anbieter hinzufügen' }));
  await waitFor(() =>
    expect(field('Name')).toHaveAccessibleDescription(/^Es gibt schon einen Anmeldeanbieter/),
  );
});

test('a provider that is not there is named, and a list that cannot be loaded is loaded again', async () => {
  const { kept, user } = start('?provider=gone', providers => {
    providers.fails = true;
  });
  const again = await within(await section()).findByRole('button', { name: 'Try again' });
  kept.fails = false;
  await user.click(again);
  expect(await screen.findByText('No sign-in providers')).toBeVisible();
  expect(await screen.findByText('There is no sign-in provider gone.')).toBeVisible();
});

// covers: [SSO-02]
test('a provider of SAML is filled in from its metadata, and sent without a client', async () => {
  const { kept, user } = start('?new=provider');
  await form();
  const dialog = screen.getByRole('dialog', { name: 'Add provider' });
  await user.click(screen.getByRole('radio', { name: 'SAML 2.0' }));
  expect(screen.queryByRole('textbox', { name: 'Client ID' })).toBeNull();
  expect(screen.queryByLabelText('Client secret')).toBeNull();
  await enter(user, field('Name'), 'corporate');
  for (const path of ['metadata', 'acs', 'logout'])
    expect(within(dialog).getByText(new RegExp(`/ui/auth/sso/corporate/${path}$`))).toBeVisible();
  await enter(user, field('Text of the button'), 'Corporate');
  await user.click(within(dialog).getByRole('button', { name: 'Add provider' }));
  expect(field('Address to sign in')).toHaveAccessibleDescription(/begins with https:\/\/\./);
  expect(field('Certificates that sign')).toHaveAccessibleDescription(/Enter 1 to 3 certificates/);
  expect(kept.changes).toEqual([]);

  kept.refused = () =>
    refusal(400, 'sign_in_provider_metadata', 'These are no metadata.', { field: 'metadata' });
  await enter(user, field('Metadata of the identity provider'), '<a/>');
  await user.click(press('Fill the fields'));
  expect(await screen.findByText('These are no metadata.')).toBeVisible();
  kept.refused = null;
  await user.click(press('Fill the fields'));
  expect(await screen.findByText(/^The fields below were filled\./)).toBeVisible();
  expect(field('Entity ID')).toHaveValue('https://id.example.org/saml');
  expect(screen.getByRole('combobox', { name: 'How messages are sent there' })).toHaveValue('post');
  expect(field('Certificates that sign')).toHaveValue('MIIC\n\nMIID');
  await user.click(within(dialog).getByRole('button', { name: 'Add provider' }));
  expect(await screen.findByText('The sign-in provider Corporate was added.')).toBeVisible();
  expect(kept.changes.at(-1)).toMatchObject({
    call: 'POST access/api/ui/sign_in_providers',
    body: {
      name: 'corporate',
      kind: 'saml',
      issuer: 'https://id.example.org/saml',
      saml: {
        sso_url: 'https://id.example.org/saml/sso',
        slo_url: '',
        binding: 'post',
        certificates: ['MIIC', 'MIID'],
      },
      name_claim: 'uid',
    },
  });
  expect(kept.changes.at(-1)?.body).not.toHaveProperty('client_id');
  expect(kept.changes.at(-1)?.body).not.toHaveProperty('client_secret');
});

// covers: [SSO-02]
test('of a provider of SAML nothing is requested by a test, and it lacks no secret', async () => {
  const { kept, user } = start('', providers => {
    providers.all = [
      signInProvider('corporate', {
        label: 'Corporate',
        kind: 'saml',
        has_client_secret: false,
        saml: {
          sso_url: 'https://id.example.org/saml/sso',
          slo_url: null,
          binding: 'redirect',
          certificates: ['MIIC'],
        },
      }),
    ];
  });
  const list = await screen.findByRole('list', { name: 'Sign-in providers' });
  expect(list).toHaveTextContent('SAML 2.0');
  expect(list).not.toHaveTextContent('No client secret is stored.');
  kept.tested = {
    authorization_endpoint: 'https://id.example.org/saml/sso',
    token_endpoint: null,
    end_session_endpoint: null,
    keys: 1,
  };
  await user.click(press('Test Corporate'));
  const tested = await screen.findByText(/Nothing is requested of an identity provider of SAML\./);
  expect(tested).toHaveTextContent('1 key of it can be used.');
});
