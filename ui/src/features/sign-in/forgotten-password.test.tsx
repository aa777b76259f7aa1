import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { forgetResetKey, resetKey, takeResetKey } from '@/lib/resetKey';
import { refusal } from '@/test/fakeHttp';
import { mailServer } from '@/test/fakeMail';
import { FakeServer } from '@/test/fakeServer';
import { enter, startConsole } from '@/test/harness';

function startAt(path: string, canMail = true) {
  const server = new FakeServer();
  if (canMail) server.mail.server = mailServer;
  return startConsole(path, server);
}

// covers: [LOGIN-04, PASS-01]
describe('a forgotten password', () => {
  test('is offered a link where mails can be sent', async () => {
    const { user } = startAt('/login');
    const link = await screen.findByRole('link', { name: 'Forgot your password?' });
    expect(link).toHaveAttribute('href', '/ui/login/forgot-password');
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to sign-in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  });

  test('is the matter of an administrator elsewhere', async () => {
    startAt('/login', false);
    expect(await screen.findByText(/Ask an administrator for a link/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
  });

  test('has a mail sent, and says no more than that', async () => {
    const { server, user } = startAt('/login/forgot-password');
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Enter your user name or your mail address.')).toBeInTheDocument();
    expect(server.mail.changes).toEqual([]);
    const field = screen.getByLabelText('User name or mail address');
    expect(field).toHaveFocus();
    await enter(user, field, ' maria@example.org ');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    const sent = await screen.findByText('If there is such an account, a mail with a link is on its way.');
    await waitFor(() => expect(sent.closest('[role="status"]')?.parentElement).toHaveFocus());
    expect(server.mail.changes).toEqual([
      { call: 'POST ui/auth/forgotpassword', body: { user: 'maria@example.org', language: 'en' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Request another link' }));
    const another = await screen.findByLabelText('User name or mail address');
    await waitFor(() => expect(another).toHaveFocus());
    expect(drafts.get()).toBe(0);
  });

  test('keeps what was entered when no mail was sent, and says why', async () => {
    const { server, user } = startAt('/login/forgot-password');
    server.mail.refused = () => refusal(503, 'email_not_sent', "Email wasn't sent");
    await enter(user, await screen.findByLabelText('User name or mail address'), 'maria');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Email wasn't sent");
    expect(screen.getByLabelText('User name or mail address')).toHaveValue('maria');
    server.mail.refused = () => refusal(429, 'slow_down', 'Too many.', { retry_after_ms: 20_000 });
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/Try again in \d+ s/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send link' })).toHaveAttribute('aria-disabled', 'true');
  });
});

// covers: [PASS-02]
describe('the link of a mail', () => {
  const openLink = (key: string, path = '/login/reset-password') => {
    window.history.replaceState(null, '', `/ui${path}?key=${key}`);
    takeResetKey();
    expect(window.location.href).not.toContain(key);
    return startAt('/login/reset-password');
  };
  const choose = async (user: ReturnType<typeof openLink>['user'], password: string) => {
    for (const field of ['Password', 'Password again']) {
      await user.clear(screen.getByLabelText(field));
      await enter(user, screen.getByLabelText(field), password);
    }
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  };

  test('sets a new password, with which the user signs in', async () => {
    const { server, user } = openLink('good');
    expect(await screen.findByText(/^Choose a new password for the account maria\./)).toBeInTheDocument();
    await choose(user, 'password1');
    expect(await screen.findByText('This password is too common.')).toBeInTheDocument();
    await choose(user, 'seven blue staples 9');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    expect(await screen.findByText('Your password has been changed.')).toBeInTheDocument();
    // the server leads to the sign-in page before its answer has arrived
    await waitFor(() => expect(resetKey()).toBeNull());
    const gone = server.commands.filter(({ machine }) => machine === 'navigation');
    expect(JSON.stringify(gone)).not.toContain('good');
  });

  test('is checked again in a session that has not had it checked', async () => {
    const { server, user } = openLink('good', '/auth/reset-password');
    await screen.findByText(/^Choose a new password/);
    server.mail.checkOther(null);
    await choose(user, 'seven blue staples 9');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    expect(server.mail.changes).toHaveLength(2);
  });

  test('is checked again after the link of another user was opened in the session', async () => {
    const { server, user } = openLink('good');
    await screen.findByText(/^Choose a new password/);
    server.mail.checkOther('bob');
    await choose(user, 'seven blue staples 9');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  });

  test('is no longer there for a second attempt whose first answer was lost', async () => {
    const { server, user } = openLink('good');
    await screen.findByText(/^Choose a new password/);
    server.mail.checkOther(null);
    server.mail.usedUp = true;
    await choose(user, 'seven blue staples 9');
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    await waitFor(() => expect(resetKey()).toBeNull());
  });

  test('leads to another one where it does not work', async () => {
    const { user, server } = openLink('used');
    server.push({ machine: 'forgot_password', event: { type: 'submit' }, to: { state: 'sending' } });
    server.push({
      machine: 'forgot_password',
      event: { type: 'access.forgot_password' },
      to: { state: 'sent' },
    });
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    await waitFor(() => expect(resetKey()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Request a new link' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot password' })).toBeInTheDocument();
    // not the answer to the request for the link that does not work
    expect(await screen.findByLabelText('User name or mail address')).toBeInTheDocument();
  });

  test('is left without a new password', async () => {
    const { server, user } = openLink('good');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    expect(resetKey()).toBeNull();
    await waitFor(() => expect(server.state('reset_password')).toBe('idle'));
  });

  test('is asked for where the address has none', async () => {
    forgetResetKey();
    startAt('/login/reset-password');
    expect(await screen.findByRole('heading', { name: 'Open the link again' })).toBeInTheDocument();
  });
});
