// A command-line client waits to be signed in, and the user answers it.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readClientSession } from '@/lib/clientSession';
import { isKept, openClientLink, refusedFor, SESSION, startClientLogin } from '@/test/fakeClientLogins';
import { refusal } from '@/test/fakeHttp';
import { enter, startConsole } from '@/test/harness';
import { clientName } from './client';

const question = (name = 'JFrog-CLI') => screen.findByRole('region', { name: `Sign in ${name}?` });
const code = () => screen.getByRole('textbox', { name: 'Code' });
const button = (name: string) => screen.getByRole('button', { name });
const ended = (name: string) => screen.findByRole('region', { name });

// covers: [NAV-17, CLI-01]
test('the tab keeps the session and the name of a client, and takes them out of the address', () => {
  openClientLink({ jfClientSession: SESSION, jfClientName: 'JFrog-CLI', jfClientCode: '1', form: 'true' });
  expect(window.location.search).toBe('?form=true');
  expect(readClientSession()).toEqual({ session: SESSION, name: 'JFrog-CLI' });
  openClientLink({ jfClientSession: 'other', jfClientName: 'VS-Code' }, '/login/cli-registration');
  expect(window.location.search).toBe('');
  expect(readClientSession()).toEqual({ session: 'other', name: 'VS-Code' });
  openClientLink({ jfClientSession: SESSION, jfClientName: 'JFrog-CLI' }, '/packages');
  expect(readClientSession()?.session).toBe('other');
});

// covers: [CLI-01]
test('the page says who asks, for what, as whom, and what to do with what the user has not started', async () => {
  startClientLogin();
  const asked = await question();
  for (const text of [
    'Signed in asann',
    'AccessEverything that you can do',
    '90 days, or until you revoke its access token in your profile',
    'Enter the code that your own terminal shows.',
    'If you did not start this in a terminal of yours, deny it.',
  ])
    expect(asked).toHaveTextContent(text);
  // the code is the user's to type: the page has it nowhere, and no browser fills it in
  expect(code()).toHaveValue('');
  expect(code()).toHaveAttribute('autocomplete', 'off');
  expect(new XMLSerializer().serializeToString(document.body)).not.toContain(SESSION.slice(-4));
});

// covers: [CLI-01]
test('the code of the terminal signs the client in, and the tab forgets it', async () => {
  const { kept, user } = startClientLogin();
  await question();
  await enter(user, code(), ' 1D2E ');
  expect(isKept()).toBe(true);
  await user.keyboard('{Enter}');
  const done = await ended('JFrog-CLI is signed in');
  expect(kept.answers).toEqual([{ session: SESSION, client_name: 'JFrog-CLI', code: '1D2E' }]);
  expect(within(done).getByRole('status')).toHaveTextContent('You can close this tab.');
  expect(within(done).getByRole('link')).toHaveAttribute('href', '/ui/user_profile');
  await waitFor(() => expect(within(done).getByRole('heading')).toHaveFocus());
  expect(isKept()).toBe(false);
});

// covers: [CLI-01]
test('a code that is not complete is not sent', async () => {
  const { kept, user } = startClientLogin();
  await question();
  await enter(user, code(), '1d2');
  await user.click(button('Sign in'));
  expect(code()).toHaveAccessibleDescription(/Enter the four characters that your terminal shows\./);
  expect(code()).toBeInvalid();
  await waitFor(() => expect(code()).toHaveFocus());
  expect(kept.answers).toEqual([]);
});

// covers: [CLI-01]
test('a wrong code says how many tries are left, and the third ends the client', async () => {
  const { kept, user } = startClientLogin();
  await question();
  const attempt = async () => {
    await enter(user, code(), 'ffff');
    await user.click(button('Sign in'));
  };
  await attempt();
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect code. 2 tries are left.');
  await waitFor(() => expect(code()).toHaveFocus());
  expect(code()).toHaveValue('');
  expect(code()).toBeInvalid();
  await attempt();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('1 try is left.'));
  expect(isKept()).toBe(true);
  await attempt();
  const done = await ended('JFrog-CLI was not signed in');
  expect(done).toHaveTextContent('Three incorrect codes were entered for it.');
  expect(kept.answers).toHaveLength(3);
  expect(isKept()).toBe(false);
});

// covers: [CLI-01]
test.each(['client_login_answered', 'client_login_unknown'])(
  'who denies a client too late (%s) is led to its token',
  async reason => {
    const { user } = startClientLogin('JFrog-CLI', kept => {
      kept.instead = () => refusedFor(reason);
    });
    await question();
    await user.click(button('Deny'));
    const done = await ended('JFrog-CLI no longer waits');
    expect(done).toHaveTextContent('If you did not start it, revoke its access token in your profile');
    expect(within(done).getByRole('link')).toHaveAttribute('href', '/ui/user_profile');
  },
);

// covers: [CLI-01]
test('a client is denied without a code', async () => {
  const { kept, user } = startClientLogin();
  await question();
  await user.click(button('Deny'));
  expect(await ended('JFrog-CLI was denied')).toHaveTextContent('It gets no access.');
  expect(kept.answers).toEqual([{ session: SESSION, client_name: 'JFrog-CLI', deny: true }]);
  expect(isKept()).toBe(false);
});

// covers: [CLI-01]
test.each([
  ['client_login_unknown', 'no longer waits', 'It was answered already, its five minutes are over'],
  ['client_login_answered', 'no longer waits', 'If your client is not signed in as you, start again'],
  ['client_login_interrupted', 'was not signed in', 'The server stopped while it was checking the code.'],
])('a client that has ended with %s is not asked for again', async (reason, how, text) => {
  const { user } = startClientLogin('JFrog-CLI', kept => {
    kept.instead = () => refusedFor(reason);
  });
  await question();
  await enter(user, code(), '1d2e');
  await user.click(button('Sign in'));
  expect(await ended(`JFrog-CLI ${how}`)).toHaveTextContent(text);
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  expect(isKept()).toBe(false);
});

// covers: [CLI-01]
test('a link without a proper session is refused, also where it is denied', async () => {
  const { user } = startClientLogin('JFrog-CLI', kept => {
    kept.instead = () => refusal(400, 'invalid_client_session', 'The session of a client is a UUID.');
  });
  await question();
  await user.click(button('Deny'));
  expect(await ended('JFrog-CLI was not signed in')).toHaveTextContent('The link is not valid.');
  expect(isKept()).toBe(false);
});

// covers: [CLI-01]
test.each([
  [() => refusedFor('token_refused'), 'You have as many access tokens as a user can have.'],
  [() => refusedFor('unavailable', 'The access service is not running.'), 'access service is not running'],
  [() => refusal(409, 'not_in_this_state', 'Not in this state.'), 'A code is being checked in another tab.'],
  [() => Response.error(), 'The server did not answer.'],
])('what can be sent again leaves the client waiting and the code there (%#)', async (instead, text) => {
  const { kept, user } = startClientLogin('JFrog-CLI', clients => {
    clients.instead = instead;
  });
  await question();
  await enter(user, code(), '1d2e');
  await user.click(button('Sign in'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(code()).toHaveValue('1d2e');
  expect(isKept()).toBe(true);
  kept.instead = null;
  await user.click(button('Sign in'));
  await ended('JFrog-CLI is signed in');
});

// covers: [CLI-01]
test('one answer is sent at a time', async () => {
  let arrive = () => undefined as undefined;
  const { kept, user } = startClientLogin('JFrog-CLI', clients => {
    clients.waiting = new Promise(resolve => {
      arrive = () => void resolve();
    });
  });
  await question();
  await enter(user, code(), '1d2e');
  await user.click(button('Sign in'));
  await user.click(button('Deny'));
  await user.click(button('Sign in'));
  await waitFor(() => expect(kept.answers).toHaveLength(1));
  arrive();
  await ended('JFrog-CLI is signed in');
  expect(kept.answers).toHaveLength(1);
});

// covers: [CLI-01]
test('a name is cut, and what is invisible in it is left out', async () => {
  const named = (name: string) => clientName({ session: SESSION, name });
  expect(named(' JFrog\u202e-\u0000CLI\u200b ')).toBe('JFrog-CLI');
  expect(named('\u{1f4e6}'.repeat(65))).toBe('\u{1f4e6}'.repeat(64));
  expect(named(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63));
  expect(named('\u200b ')).toBe('Command-line client');
  // the tab keeps so many units of a name, and may halve a character by it
  expect(named('JFrog\ud83d')).toBe('JFrog');
  const { kept, user } = startClientLogin('<img src=x>');
  const asked = await question('<img src=x>');
  expect(asked.querySelector('img')).toBeNull();
  await user.click(button('Deny'));
  await ended('<img src=x> was denied');
  expect(kept.answers[0]?.client_name).toBe('<img src=x>');
});

// covers: [CLI-01]
test.each(['JFrog-CLI, code 1d2e', '1 D-2 E', '\uff11\uff44\uff12\uff45'])(
  'a link does not show its code by the name %s',
  async name => {
    const { user } = startClientLogin(name);
    const asked = await question('Command-line client');
    expect(asked).not.toHaveTextContent(name);
    await user.click(button('Deny'));
    await ended('Command-line client was denied');
  },
);

// covers: [CLI-01]
test('a visitor is told of the client that registers, and signs in', async () => {
  openClientLink({ jfClientSession: SESSION, jfClientName: 'JFrog-CLI' }, '/login/cli-registration');
  startConsole('/login/cli-registration');
  await screen.findByRole('heading', { level: 1, name: 'Register a command-line client' });
  expect(screen.getByText(/^JFrog-CLI waits to be signed in\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/ui/login');
});

// covers: [CLI-01]
test('without a client the page of registering says how to start', async () => {
  startConsole('/login/cli-registration');
  expect(await screen.findByText(/^No command-line client waits in this tab\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/ui/login');
});
