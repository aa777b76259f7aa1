// The modal of a Git integration: its form, its test, and the selection of a service.
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeGit, startGit } from '@/test/fakeGit';
import { enter } from '@/test/harness';

const TOKEN = 'ghp_0123456789';

async function open(vendor = 'GitHub', prepare?: (kept: FakeGit) => void) {
  const started = startGit('/integrations', prepare);
  const button = await screen.findByRole('button', { name: `Connect ${vendor}` });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await started.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: `Connect ${vendor}` });
  return { ...started, dialog, form: await within(dialog).findByRole('form') };
}

const button = (name: string) => screen.getByRole('button', { name });

async function fill(user: UserEvent) {
  await user.type(screen.getByLabelText('Integration name'), 'ours');
  await user.type(screen.getByLabelText('User name'), 'octo');
  await enter(user, screen.getByLabelText('Token'), TOKEN);
}

// covers: [INT-05]
test('what is missing is said at its field, and nothing is sent', async () => {
  const { user, kept } = await open('Bitbucket Server');
  await user.click(button('Test connection'));
  expect(screen.getByLabelText('Integration name')).toHaveAccessibleDescription(
    /Integration name is required/,
  );
  expect(screen.getByLabelText('User name')).toHaveAccessibleDescription(/User name is required/);
  expect(screen.getByLabelText('Token')).toHaveAccessibleDescription(/Token is required/);
  expect(screen.getByLabelText('URL')).toHaveAccessibleDescription(/URL is required/);
  expect(screen.getByLabelText('Integration name')).toHaveFocus();
  expect(kept.changes).toEqual([]);
  expect(kept.proposed.map(({ type }) => type)).toEqual(['open', 'create']);
});

// covers: [INT-05]
test.each(['nonsense', 'file:///etc', 'https://me:secret@git.example.org', 'https://git.example.org?a=b'])(
  '%s is no address',
  async url => {
    const { user, kept } = await open('Bitbucket Server');
    await fill(user);
    await user.type(screen.getByLabelText('URL'), url);
    await user.click(button('Test connection'));
    expect(screen.getByLabelText('URL')).toHaveAccessibleDescription(/Enter a valid URL/);
    expect(kept.changes).toEqual([]);
  },
);

// covers: [INT-03, INT-04]
test('a test that passes lets the integration be created, and a service is selected then', async () => {
  const { user, kept, dialog } = await open();
  expect(screen.getByLabelText('URL')).toHaveValue('https://github.com');
  expect(button('Create integration')).toHaveAttribute('aria-disabled', 'true');
  expect(button('Create integration')).toHaveAccessibleDescription('The connection test must pass first.');
  await fill(user);
  await user.click(button('Test connection'));
  expect(await screen.findByText('The connection works.')).toBeVisible();
  expect(screen.queryByText('The connection test must pass first.')).toBeNull();
  await user.click(button('Close the message'));
  await waitFor(() => expect(screen.queryByText('The connection works.')).toBeNull());
  await user.click(button('Create integration'));
  const second = await screen.findByRole('dialog', { name: 'Select a service' });
  expect(within(second).getByText('Select a service', { selector: 'li' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  expect(await screen.findByText('Successfully created k-ours')).toBeVisible();
  expect(within(second).getByRole('checkbox', { name: 'Scanning' })).toBeChecked();
  await user.click(button('Continue'));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const fields = { vendor: 'github', name: 'ours', url: 'https://github.com', user_name: 'octo' };
  const token = { handle: `h_${TOKEN}` };
  expect(kept.proposed.slice(1)).toEqual([
    { type: 'create', vendor: 'github' },
    { type: 'test', fields, token },
    { type: 'close_popover' },
    { type: 'save', fields, token },
    { type: 'choose', key: 'k-ours', products: ['scanning'] },
  ]);
  // each handle is for one call
  expect(kept.changes).toEqual(
    [1, 2].map(() => ({ call: 'POST integration/secret', body: { token: TOKEN } })),
  );
  expect(await screen.findByRole('button', { name: 'Add a GitHub integration' })).toBeVisible();
  expect(screen.getByText('Connected')).toBeVisible();
});

// covers: [INT-03]
test('without a service the vendor is configured', async () => {
  const { user } = await open();
  await fill(user);
  await user.click(button('Test connection'));
  await screen.findByText('The connection works.');
  await user.click(button('Create integration'));
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// covers: [INT-04]
test.each([
  ['User name', true],
  ['Token', true],
  ['URL', true],
  ['Integration name', false],
])('a change of %s after the test: it counts no longer is %s', async (label, isHeld) => {
  const { user } = await open();
  await fill(user);
  await user.click(button('Test connection'));
  await screen.findByText('The connection works.');
  await user.type(screen.getByLabelText(label), 'x');
  expect(button('Create integration').getAttribute('aria-disabled')).toBe(isHeld ? 'true' : null);
});

// covers: [INT-04]
test('a test that fails is notified, and the reason is at its field', async () => {
  const { user, kept } = await open('GitHub', server => {
    server.refusedBy = { code: 'git_refused', message: 'The server does not accept this token.' };
  });
  await fill(user);
  await user.click(button('Test connection'));
  expect(await screen.findByText('Connection test failed, please check your credentials')).toBeVisible();
  expect(screen.getByLabelText('Token')).toHaveAccessibleDescription(
    /The server does not accept this token\./,
  );
  expect(button('Create integration')).toHaveAttribute('aria-disabled', 'true');
  kept.refusedBy = { code: 'git_unreachable', message: 'The server does not answer.' };
  await user.click(button('Test connection'));
  expect(await within(screen.getByRole('form')).findByRole('alert')).toHaveTextContent(
    'The server does not answer.',
  );
});

// covers: [INT-04]
test('while the connection is tested, neither button does anything', async () => {
  const { user, kept } = await open('GitHub', server => {
    server.holds = true;
  });
  await fill(user);
  await user.click(button('Test connection'));
  await waitFor(() => expect(button('Test connection')).toHaveAttribute('aria-disabled', 'true'));
  await waitFor(() => expect(kept.proposed.at(-1)).toMatchObject({ type: 'test' }));
  kept.answer();
  await screen.findByText('The connection works.');
  expect(button('Test connection')).not.toHaveAttribute('aria-disabled');
});

// covers: [INT-07]
test('a creation that fails keeps the form with the reason', async () => {
  const { user, kept } = await open();
  await fill(user);
  await user.click(button('Test connection'));
  await screen.findByText('The connection works.');
  kept.refusedBy = { code: 'git_name_taken', message: 'There is an integration of this name already.' };
  await user.click(button('Create integration'));
  expect(await screen.findByText('Error while creating integration')).toBeVisible();
  expect(screen.getByLabelText('Integration name')).toHaveAccessibleDescription(
    /There is an integration of this name already\./,
  );
  expect(screen.getByLabelText('Token')).toHaveValue(TOKEN);
});

test('the token is hidden until it is to be shown, and where one comes from is explained', async () => {
  const { user, form } = await open();
  const field = screen.getByLabelText('Token');
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'off');
  await user.click(button('Show token'));
  expect(field).toHaveAttribute('type', 'text');
  await user.click(within(form).getByText('Where do I get a token?'));
  const link = within(form).getByRole('link', { name: 'Tokens of GitHub (opens in a new tab)' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/docs\.github\.com\//);
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(within(form).getByText('Contents: Read-only')).toBeVisible();
  expect(within(form).getByText('repo')).toBeVisible();
});

// covers: [INT-05]
test('a user of Bitbucket Cloud is named by the e-mail address', async () => {
  const { user } = await open('Bitbucket Cloud');
  expect(screen.queryByLabelText('User name')).toBeNull();
  await user.click(button('Test connection'));
  expect(screen.getByLabelText('E-mail address')).toHaveAccessibleDescription(/E-mail address is required/);
});

// covers: [INT-03]
test('Escape asks before it loses what is typed', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Integration name'), 'ours');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Discard what you have entered?')).toBeVisible();
  expect(button('Keep editing')).toHaveFocus();
  await user.click(button('Keep editing'));
  expect(screen.queryByText('Discard what you have entered?')).toBeNull();
  expect(screen.getByLabelText('Integration name')).toHaveFocus();
  expect(screen.getByLabelText('Integration name')).toHaveValue('ours');
  await user.keyboard('{Escape}');
  await user.click(button('Discard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the same failure twice is shown twice, and not again when something else is pushed', async () => {
  const { user, kept } = await open('GitHub', server => {
    server.refusedBy = { code: 'git_refused', message: 'The server does not accept this token.' };
  });
  await fill(user);
  const field = screen.getByLabelText('Token');
  for (const _ of [1, 2]) {
    await user.click(button('Test connection'));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/does not accept this token/));
    await user.type(field, 'x');
    expect(field).not.toHaveAccessibleDescription(/does not accept this token/);
  }
  act(() => kept.pushAgain());
  expect(field).not.toHaveAccessibleDescription(/does not accept this token/);
});
