import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isStateOf } from '@/engine/mirror';
import { charts } from '@/generated/charts';
import { deviceLink, takeDeviceLink } from '@/lib/deviceLink';
import { passwordLink, watchPasswordLinks } from '@/lib/passwordLink';
import { FakeServer } from '@/test/fakeServer';
import { isLive, startConsole } from '@/test/harness';
import { pageForLoginState } from './useAuthRedirect';

type Started = ReturnType<typeof startConsole>;

async function logIn({ user }: Started, password: string) {
  await user.type(await screen.findByLabelText('User name'), 'ann');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('every state of signing in has its page', () => {
  const pages = Object.keys(charts.login.states).map(name => {
    const state = { state: name };
    return isStateOf('login', state) ? `${name} ${pageForLoginState(state)}` : '';
  });
  expect(pages.sort()).toEqual([
    'checking login',
    'enrol_required mfaEnroll',
    'otp_required otpLogin',
    'password_expired changePassword',
    'signed_in root',
    'signed_out login',
    'signing_out null',
  ]);
});

test('a guarded page leads to the sign-in page, and back once signed in', async () => {
  const started = startConsole('/session-activity');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  expect(window.location.pathname).toBe('/ui/login');
  await logIn(started, 'correct');
  expect(await screen.findByRole('heading', { name: 'Session activity' })).toBeInTheDocument();
  expect(window.location.pathname).toBe('/ui/session-activity');
  expect(document.title).toBe('Session activity - acme-build');
});

test('a wrong password is said above the form, and what was typed stays', async () => {
  const started = startConsole('/login');
  await logIn(started, 'wrong');
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect user name or password.');
  expect(screen.getByLabelText('User name')).toHaveValue('ann');
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
});

test('too many tries count down', async () => {
  const started = startConsole('/login');
  await logIn(started, 'slow');
  expect(await screen.findByText(/Try again in \d+ s/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true');
});

test('a link for a new device leaves the address, and is sent until it is used up', async () => {
  window.history.replaceState(null, '', '/ui/login#device=00ff');
  takeDeviceLink();
  expect(window.location.href).not.toContain('00ff');
  const started = startConsole('/login');
  await logIn(started, 'wrong');
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await started.user.clear(screen.getByLabelText('Password'));
  await started.user.type(screen.getByLabelText('Password'), 'correct{Enter}');
  expect(await screen.findByRole('heading', { name: 'Session activity' })).toBeInTheDocument();
  expect(started.server.deviceLinks).toEqual(['00ff', '00ff']);
  expect(deviceLink()).toBeNull();
});

describe('a link for choosing a password', () => {
  const openLink = (token: string) => {
    window.history.replaceState(null, '', `/ui/login/invitation#token=${token}`);
    watchPasswordLinks();
    expect(window.location.href).not.toContain(token);
    return startConsole('/login/invitation');
  };

  test('sets the password, and leads to the sign-in page', async () => {
    const { user } = openLink('good');
    expect(await screen.findByText('Choose a password for the account maria.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), 'password1');
    await user.type(screen.getByLabelText('Password again'), 'password1{Enter}');
    expect(await screen.findByText('This password is too common.')).toBeInTheDocument();
    for (const field of ['Password', 'Password again']) {
      await user.clear(screen.getByLabelText(field));
      await user.type(screen.getByLabelText(field), 'seven blue staples 9');
    }
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(screen.getByText('Your password is set. Sign in with it.')).toBeInTheDocument();
    expect(passwordLink.get()).toBeNull();
  });

  test('says that it no longer works, and another one can be opened in the same tab', async () => {
    const { user } = openLink('used');
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    window.location.hash = '#token=good';
    expect(await screen.findByText('Choose a password for the account maria.')).toBeInTheDocument();
    expect(window.location.href).not.toContain('good');
    window.location.hash = '#token=expired';
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  });
});

test('empty fields are named, and the first of them takes the focus', async () => {
  const { user } = startConsole('/login');
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter your user name.')).toBeInTheDocument();
  expect(screen.getByLabelText('User name')).toHaveFocus();
  await user.type(screen.getByLabelText('User name'), 'ann');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByLabelText('Password')).toBeInvalid();
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

describe('a form keeps its text', () => {
  const type = async ({ user, engine }: Started) => {
    const field = await screen.findByLabelText('User name');
    await user.type(field, 'half a na');
    await waitFor(() => expect(isLive(engine)).toBe(true));
    return field;
  };

  test('over a reconnect', async () => {
    const started = startConsole('/login');
    const field = await type(started);
    started.server.drop(4000);
    await waitFor(() => expect(started.server.hellos).toHaveLength(2));
    await waitFor(() => expect(isLive(started.engine)).toBe(true));
    expect(screen.getByLabelText('User name')).toBe(field);
    expect(field).toHaveValue('half a na');
  });

  test('over a restart that has lost the session', async () => {
    const started = startConsole('/login');
    const field = await type(started);
    started.server.reachable = false;
    started.server.drop(1006);
    started.server.freshSession();
    started.server.reachable = true;
    await waitFor(() => expect(started.server.hellos).toHaveLength(2));
    // the tab asks again where it is, and stays there
    await waitFor(() => expect(started.server.state('navigation')).toBe('settled'));
    expect(screen.getByLabelText('User name')).toBe(field);
    expect(field).toHaveValue('half a na');
  });
});

describe('the second factor', () => {
  const withFactor = async (factor: FakeServer['factor']) => {
    const server = new FakeServer();
    server.factor = factor;
    const started = startConsole('/login', server);
    await logIn(started, 'correct');
    return started;
  };

  test('a pasted code is sent at once', async () => {
    const { user } = await withFactor('verify');
    const first = (await screen.findAllByRole('textbox', { name: /digit/i }))[0];
    if (!first) throw new Error('no field');
    expect(first).toHaveAttribute('autocomplete', 'one-time-code');
    await user.click(first);
    await user.paste('123456');
    expect(await screen.findByRole('heading', { name: 'Session activity' })).toBeInTheDocument();
  });

  test('a recovery code does instead', async () => {
    const { user } = await withFactor('verify');
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(screen.getByLabelText('Recovery code'), '4f7k-92mq{Enter}');
    expect(await screen.findByRole('heading', { name: 'Session activity' })).toBeInTheDocument();
  });

  test('the owner is warned of wrong codes that others gave', async () => {
    const { server, user } = await withFactor('verify');
    server.codesStoppedAt = new Date().toISOString();
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(screen.getByLabelText('Recovery code'), '4f7k-92mq{Enter}');
    expect(await screen.findByText(/Someone else knows your password/)).toBeInTheDocument();
  });

  test('there is a way back to signing in as another user', async () => {
    const { user } = await withFactor('verify');
    await user.click(await screen.findByRole('button', { name: 'Sign in with another account' }));
    expect(await screen.findByLabelText('User name')).toBeInTheDocument();
  });

  test('enrolling shows the secret, then the recovery codes once', async () => {
    const { user } = await withFactor('enroll');
    expect(await screen.findByAltText('QR code for the authenticator app')).toBeInTheDocument();
    expect(screen.getByText(/JBSW Y3DP/)).toBeInTheDocument();
    const first = (await screen.findAllByRole('textbox', { name: /digit/i }))[0];
    if (!first) throw new Error('no field');
    await user.click(first);
    await user.paste('123456');
    expect(await screen.findByText('4f7k-92mq')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(screen.queryByText('4f7k-92mq')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Session activity' })).toBeInTheDocument();
  });
});
