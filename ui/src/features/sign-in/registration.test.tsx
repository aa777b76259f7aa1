import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drafts } from '@/lib/drafts';
import { forgetPasswordLink, passwordLink } from '@/lib/passwordLink';
import { refusal } from '@/test/fakeHttp';
import { FakeServer } from '@/test/fakeServer';
import { enter, startConsole } from '@/test/harness';
import { switchLanguage } from '@/texts/i18n/languages';

function startAt(path: string, prepare: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  server.registration.page.enabled = true;
  prepare(server);
  return startConsole(path, server);
}

beforeEach(() => {
  drafts.set(0);
  forgetPasswordLink();
});

afterEach(() => act(() => switchLanguage('en')));

// covers: [ROUTE-01, PASS-04]
describe('an account of a visitor', () => {
  test('is offered on the sign-in page where it is set', async () => {
    const { user } = startAt('/login');
    const link = await screen.findByRole('link', { name: 'Create an account' });
    expect(link).toHaveAttribute('href', '/ui/login/registration');
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to sign-in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
  });

  test('is the matter of an administrator elsewhere', async () => {
    startAt('/login', server => {
      server.registration.page.enabled = false;
    });
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Create an account' })).not.toBeInTheDocument();
  });

  test('is explained on its page where it is not set', async () => {
    startAt('/login/registration', server => {
      server.registration.page.enabled = false;
    });
    expect(await screen.findByText(/Visitors cannot create accounts here/)).toBeInTheDocument();
    expect(screen.queryByLabelText('User name')).not.toBeInTheDocument();
  });

  test('has a link sent, and says no more than that', async () => {
    const { server, user } = startAt('/login/registration');
    await user.click(await screen.findByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Choose a user name.')).toBeInTheDocument();
    expect(screen.getByText('Enter your mail address.')).toBeInTheDocument();
    expect(screen.getByLabelText('User name')).toHaveFocus();
    await enter(user, screen.getByLabelText('User name'), ' carol ');
    await enter(user, screen.getByLabelText('Mail address'), 'carol@example.org');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/A mail that says how to continue/)).toBeInTheDocument();
    expect(server.registration.asked).toEqual([
      { user: 'carol', email: 'carol@example.org', language: 'en' },
    ]);
    expect(drafts.get()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Use another name or address' }));
    expect(await screen.findByLabelText('User name')).toHaveValue('');
  });

  test('needs an address that is admitted, which is said beside the field', async () => {
    const { server, user } = startAt('/login/registration');
    server.registration.refused = () =>
      refusal(422, 'domain_not_admitted', 'Use another address.', { field: 'email' });
    await enter(user, await screen.findByLabelText('User name'), 'carol');
    await enter(user, screen.getByLabelText('Mail address'), 'carol@example.com');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    const field = screen.getByLabelText('Mail address');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => document.activeElement).toBe(field);
    expect(field).toHaveAccessibleDescription(/Use another address/);
    expect(field).toHaveValue('carol@example.com');
  });

  test('is created with the password that is chosen with the link', async () => {
    const { user } = startAt('/login/registration', () => passwordLink.set('registration'));
    expect(await screen.findByText(/your new account carol/)).toBeInTheDocument();
    await enter(user, screen.getByLabelText('Password'), 'seven blue staples 9');
    await enter(user, screen.getByLabelText('Password again'), 'seven blue staples 9');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Your account has been created. Sign in with it.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    expect(passwordLink.get()).toBeNull();
  });

  test('waits for an administrator where that is set', async () => {
    const { user } = startAt('/login/registration', server => {
      server.registration.page.approval = true;
      // one of its own: what is used up here stays so
      passwordLink.set('registration-waits');
    });
    await enter(user, await screen.findByLabelText('Password'), 'seven blue staples 9');
    await enter(user, screen.getByLabelText('Password again'), 'seven blue staples 9');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    const message = await screen.findByText(/once an administrator has approved it/);
    expect(message).toBeInTheDocument();
    // no notification, which would be gone before it is read
    await waitFor(() => expect(message.closest('[role=status]')?.parentElement).toHaveFocus());
    expect(screen.getByRole('heading', { level: 1, name: 'Register' })).toBeInTheDocument();
    expect(drafts.get()).toBe(0);
    await act(() => switchLanguage('de'));
    expect(await screen.findByText(/sobald ein Administrator es freigegeben hat/)).toBeInTheDocument();
    await act(() => switchLanguage('en'));
    await user.click(await screen.findByRole('button', { name: 'Go to sign-in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    await expect.poll(() => passwordLink.get()).toBeNull();
    expect(screen.queryByText(/once an administrator has approved it/)).not.toBeInTheDocument();
  });

  test('is asked for anew when the name was taken meanwhile, or the link has ended', async () => {
    const { server, user } = startAt('/login/registration', at => {
      passwordLink.set('registration');
      at.registration.taken = () => refusal(409, 'registration_taken', 'There is a user with this name.');
    });
    expect(await screen.findByText('There is a user with this name.')).toBeInTheDocument();
    server.registration.taken = () => refusal(410, 'link_dead', 'This link was used already.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This link no longer works' }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create an account' }));
    expect(await screen.findByLabelText('Mail address')).toBeInTheDocument();
  });
});
