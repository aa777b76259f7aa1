// Signing in with providers: their buttons, what the page says when the browser comes back, and invitations.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetPasswordLink, watchPasswordLinks } from '@/lib/passwordLink';
import { forgetReturnPath, rememberReturnPath } from '@/lib/returnPath';
import { watchLeaving } from '@/test/fakeApplications';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { offered } from '@/test/fakeSignInProviders';
import { startConsole } from '@/test/harness';
import { switchLanguage } from '@/texts/i18n/languages';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetReturnPath();
  forgetPasswordLink();
  return act(() => switchLanguage('en'));
});

function start(path: string, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  server.signInProviders.offered = [offered('acme', 'Acme'), offered('github', 'GitHub', 'github')];
  prepare(server);
  return startConsole(path, server);
}

const buttons = async () =>
  within(await screen.findByRole('list', { name: 'Sign-in providers' })).getAllByRole('link');

const fail = (server: FakeServer, code: string, message: string) =>
  server.push({
    machine: 'sso',
    event: { type: 'access.exchange_code' },
    to: { state: 'idle', ...{ failure: { code, message, retry_at: null } } },
  });

// covers: [SSO-01, LOGIN-04]
test('the sign-in page offers the providers in their order, beside the form', async () => {
  const { user } = start('/login');
  const shown = await buttons();
  expect(shown.map(button => button.textContent)).toEqual(['Acme', 'GitHub']);
  for (const button of shown) expect(button.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByLabelText('User name')).toBeVisible();
  expect(shown[0]).toHaveAttribute('href', '/ui/api/v1/ui/auth/sso/acme/begin?remember=true');
  await user.click(screen.getByRole('checkbox', { name: 'Keep me signed in' }));
  expect(shown[0]).toHaveAttribute('href', '/ui/api/v1/ui/auth/sso/acme/begin');
});

// covers: [SSO-01]
test('the page that was wanted goes along to the provider', async () => {
  rememberReturnPath('/packages?q=a b', '2026-01-01T00:00:00.000Z');
  start('/login');
  const [acme] = await buttons();
  const address = new URL(acme?.getAttribute('href') ?? '', 'http://localhost');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    remember: 'true',
    path: '/packages?q=a b',
    at: '2026-01-01T00:00:00.000Z',
  });
});

test('an installation without providers shows the form alone, and so does one that cannot list them', async () => {
  start('/login', ({ signInProviders }) => {
    signInProviders.fails = true;
  });
  expect(await screen.findByLabelText('User name')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Sign-in providers' })).toBeNull();
});

// covers: [SSO-01]
test('why signing in with a provider failed is said with the way out, until the form is sent', async () => {
  const { user } = start('/login?form=true&sso=identity_unknown');
  const shown = await screen.findByText(/^No account here is linked to this identity\./);
  expect(shown.closest('[role=alert]')).toBeVisible();
  await user.type(screen.getByLabelText('User name'), 'ann');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('Incorrect user name or password.')).toBeVisible();
  expect(shown).not.toBeInTheDocument();
});

test('an unknown code is answered in general, and never shown', async () => {
  start('/login?sso=%3Cimg%20src%3Dx%3E');
  expect(await screen.findByText(/^The sign-in has failed\./)).toBeVisible();
  expect(document.body.textContent).not.toContain('img');
});

// covers: [SSO-01]
test('what the machine says is shown in its own words, once, and in the language of the page', async () => {
  const { server } = start('/login?sso=identity_refused', prepared =>
    fail(prepared, 'identity_refused', 'A user here has your name already.'),
  );
  expect(await screen.findByText('A user here has your name already.')).toBeVisible();
  await waitFor(() => expect(server.commands.map(({ event }) => event.type)).toContain('cancel'));
  expect(screen.getByText('A user here has your name already.')).toBeVisible();
  await act(() => switchLanguage('de'));
  expect(await screen.findByText(/^Diese Identität kann hier nicht verwendet werden\./)).toBeVisible();
});

// covers: [SSO-01, ROUTE-01]
test('an address that names a provider leads there', async () => {
  const left = watchLeaving();
  start('/login/sso/acme');
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeVisible();
  await waitFor(() => expect(left).toEqual(['/ui/api/v1/ui/auth/sso/acme/begin?remember=true']));
});

// covers: [SSO-01, ROUTE-01]
test('an address that names a kind leads to the only provider of it', async () => {
  const left = watchLeaving();
  start('/auth-provider/github');
  await waitFor(() => expect(left).toEqual(['/ui/api/v1/ui/auth/sso/github/begin?remember=true']));
});

test('where several are of the kind, or none is, all are offered, with the form', async () => {
  const left = watchLeaving();
  start('/login/sso/oidc', ({ signInProviders }) => {
    signInProviders.offered = [offered('acme', 'Acme'), offered('other', 'Other')];
  });
  expect(await screen.findByText('Choose where to sign in.')).toBeVisible();
  expect(await buttons()).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Sign in with user name and password' })).toHaveAttribute(
    'href',
    '/ui/login?form=true',
  );
  expect(left).toEqual([]);
});

test('a provider that is not offered is said so, and never shown as markup', async () => {
  start('/login/sso/%3Cimg%20src%3Dx%3E');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This sign-in service is not offered' }),
  ).toBeVisible();
  expect(document.body.textContent).not.toContain('img');
});

test('providers that could not be loaded are loaded again', async () => {
  const { server, user } = start('/login/sso/none', ({ signInProviders }) => {
    signInProviders.fails = true;
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.signInProviders.fails = false;
  await user.click(again);
  expect(await buttons()).toHaveLength(2);
});

// covers: [SSO-01]
test('an invitation can be accepted with a provider instead of a password', async () => {
  window.history.replaceState(null, '', '/ui/login/invitation#token=good');
  watchPasswordLinks();
  start('/login/invitation');
  expect(await screen.findByText('Choose a password for the account maria.')).toBeVisible();
  const [acme] = await buttons();
  expect(acme).toHaveAttribute(
    'href',
    '/ui/api/v1/ui/auth/sso/acme/begin?registrationToken=good&remember=true',
  );
  expect(screen.getByText('or use a sign-in provider instead')).toBeVisible();
});

// covers: [SSO-01, SSO-02]
test('an invitation is accepted with a provider alone where a password is not accepted', async () => {
  window.history.replaceState(null, '', '/ui/login/invitation#token=good');
  watchPasswordLinks();
  start('/login/invitation', ({ mail }) => {
    mail.setsPassword = false;
  });
  expect(await screen.findByText(/^Accept the account maria with a provider\./)).toBeVisible();
  expect(await buttons()).toHaveLength(2);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByText('or use a sign-in provider instead')).toBeNull();
});

// covers: [SSO-02]
test('a user whom a proxy has signed in continues with one button', async () => {
  const { server, user } = start('/login', ({ userDirectories }) => {
    userDirectories.namesUser = true;
  });
  await user.click(await screen.findByRole('button', { name: 'Sign in with your organization' }));
  await waitFor(() =>
    expect(server.userDirectories.changes.map(({ call }) => call)).toEqual(['POST ui/auth/httpSso']),
  );
  server.userDirectories.refused = () =>
    refusal(401, 'identity_unknown', 'This identity belongs to no user here.');
  await user.click(screen.getByRole('button', { name: 'Sign in with your organization' }));
  expect(await screen.findByText(/This identity belongs to no user here\./)).toBeVisible();
});
