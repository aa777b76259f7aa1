import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeDialog } from '@/shell/dialogs';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';
import { findCommands } from './commands';
import { closenessOf, fuzzy } from './fuzzy';

afterEach(() => {
  closeDialog();
  sessionStorage.clear();
});

const marked = (typed: string, label: string) =>
  fuzzy(typed, label)?.ranges.map(([from, to]) => label.slice(from, to));

test('letters are found in their order, best where words begin', () => {
  expect(marked('users', 'Users')).toEqual(['Users']);
  expect(marked('nu', 'New user')).toEqual(['N', 'u']);
  expect(marked('serst', 'Service status')).toEqual(['Ser', 'st']);
  expect(marked('xyz', 'Users')).toBeUndefined();
  expect(marked('', 'Users')).toEqual([]);
  const score = (label: string) => fuzzy('us', label)?.score ?? Number.NEGATIVE_INFINITY;
  expect(score('Users')).toBeGreaterThan(score('New user'));
  expect(score('New user')).toBeGreaterThan(score('Service status'));
});

test('marks over letters do not matter, and the places in the text stay right behind a character of two', () => {
  expect(marked('uber', 'Über uns')).toEqual(['Über']);
  expect(marked('ab', '😀 ab')).toEqual(['ab']);
  expect(marked('حزم', 'الحزم')).toEqual(['حزم']);
});

test('the group with the best entry comes first, the search last', () => {
  const command = (id: string, group: 'pages' | 'actions' | 'search', label: string) => ({
    id,
    group,
    label,
    hint: '',
    run: () => undefined,
  });
  const all = [
    command('a', 'pages', 'Release bundles'),
    command('b', 'search', 'Search packages for “light”'),
    command('c', 'actions', 'Light'),
    command('d', 'pages', 'Lighthouse'),
  ];
  const ids = (typed: string) => findCommands(all, typed).map(({ id }) => id);
  expect(ids('light')).toEqual(['c', 'd', 'b']);
  expect(ids('')).toEqual(['a', 'd', 'c', 'b']);
});

test('what begins with what was typed comes before what has a word that does, and the letters elsewhere come last', () => {
  expect(closenessOf('log', 'Log in')).toBe('beginning');
  expect(closenessOf('LÖG', 'Logout')).toBe('beginning');
  expect(closenessOf('log', 'System logs')).toBe('word');
  expect(closenessOf('system lo', 'System logs')).toBe('beginning');
  for (const label of ['Catalogue', 'Lots of gear', 'Application integrations'])
    expect(closenessOf('log', label)).toBe('letters');
  const command = (label: string, group: 'pages' | 'actions') => ({
    id: label,
    group,
    label,
    hint: '',
    run: () => undefined,
  });
  const all = [
    command('Lots of gear', 'pages'),
    command('Catalogue', 'actions'),
    command('System logs', 'pages'),
    command('Logout', 'actions'),
    command('Log in', 'pages'),
  ];
  const places = (typed: string) => findCommands(all, typed).map(({ place, label }) => `${place}: ${label}`);
  expect(places('log')).toEqual([
    'pages: Log in',
    'pages: System logs',
    'actions: Logout',
    'others: Lots of gear',
    'others: Catalogue',
  ]);
  // where nothing is closer, everything stays where it belongs
  expect(places('lgr')).toEqual(['pages: Lots of gear']);
});

async function openPalette(path = '/session-activity') {
  const server = new FakeServer();
  server.signIn();
  const started = startConsole(path, server);
  await screen.findByRole('button', { name: 'Create' });
  await started.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Search or go to' });
  return { ...started, server, field: within(dialog).getByRole('combobox'), dialog: within(dialog) };
}

test('the arrows walk the list while the field keeps the focus, and Enter goes', async () => {
  const { user, field, dialog } = await openPalette();
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, 'us');
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(chosen()).toHaveTextContent('Users');
  expect(chosen()).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('New user');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  // round the top to the last, which is the search
  expect(chosen()).toHaveTextContent('Search packages for “us”');
  expect(field).toHaveFocus();
  expect(dialog.getAllByRole('option', { selected: true })).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/ui/admin/management/users'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('how many were found is announced, and nothing found is said', async () => {
  const { user, field, dialog } = await openPalette();
  await user.type(field, 'licences');
  const options = dialog.getAllByRole('option').length;
  expect(dialog.getByRole('status')).toHaveTextContent(`${options} entries`);
  expect(dialog.getByText('Licences', { selector: 'mark' })).toBeInTheDocument();
});

test('the search sends what was typed as the name, and filters as they are', async () => {
  const { server, user, field, dialog } = await openPalette();
  await user.type(field, 'say "hi"');
  await user.click(dialog.getByRole('option', { name: /Search packages/ }));
  const sent = () => server.commands.filter(({ machine }) => machine === 'search').map(({ event }) => event);
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()).toEqual([
    { type: 'open' },
    { type: 'change_query', query: 'name:"say \\"hi\\""' },
    { type: 'search' },
  ]);
  await user.keyboard('{Control>}k{/Control}');
  const again = within(await screen.findByRole('dialog', { name: 'Search or go to' }));
  await user.type(again.getByRole('combobox'), 'name:app pkg:npm');
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() =>
    expect(sent().slice(4)).toEqual([
      { type: 'change_query', query: 'name:app pkg:npm' },
      { type: 'search' },
    ]),
  );
});

test('pages that were visited are offered, and Escape gives the focus back', async () => {
  const { user, dialog } = await openPalette('/admin/management/users');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gp');
  await waitFor(() => expect(window.location.pathname).toBe('/ui/packages'));
  // the page moves the focus to its heading when it appears
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Packages', level: 1 })).toHaveFocus());
  const button = screen.getByRole('button', { name: /Search or go to/ });
  await user.click(button);
  const again = within(await screen.findByRole('dialog', { name: 'Search or go to' }));
  const recent = within(again.getByRole('group', { name: 'Recently visited' }));
  expect(recent.getByRole('option', { name: /Users/ })).toBeInTheDocument();
  // and only there
  expect(again.getAllByRole('option', { name: /^Users/ })).toHaveLength(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(dialog).toBeDefined();
});

test.each(['sign out', 'logout', 'log off'])('the end of the session is found as %s', async typed => {
  const { user, field, dialog } = await openPalette();
  await user.type(field, typed);
  expect(dialog.getAllByRole('option')[0]).toHaveTextContent('Logout');
});

test('a session is found by its browser, and shown with the others', async () => {
  const { user, field, dialog } = await openPalette();
  await user.type(field, 'firefox');
  const sessions = within(await dialog.findByRole('group', { name: 'Sessions' }));
  // the others have another browser
  expect(await sessions.findAllByRole('option', { name: /203\.0\.113/ })).toHaveLength(1);
  await user.click(sessions.getByRole('option', { name: /Firefox on macOS/ }));
  expect(await screen.findByRole('dialog', { name: 'Signed-in sessions' })).toBeInTheDocument();
});

test('a setting is found by its name or its key, and the page shows it', async () => {
  const { user, router, field, dialog } = await openPalette();
  await user.type(field, 'archive_in');
  const settings = within(await dialog.findByRole('group', { name: 'Settings' }));
  await user.click(settings.getByRole('option', { name: /Searches inside archives/ }));
  const row = await screen.findByRole('row', { name: /Searches inside archives/ });
  await waitFor(() => expect(row).toHaveFocus());
  expect(router.state.location.search).toEqual({ setting: 'archive_indexing' });
});

test('an administrator finds users, and what was done in their sessions', async () => {
  const { user, router, field, dialog } = await openPalette();
  await user.type(field, 'bob');
  await dialog.findByRole('group', { name: 'Users' });
  const sessions = within(await dialog.findByRole('group', { name: 'Sessions' }));
  await user.click(await sessions.findByRole('option', { name: /^Sessions of bob/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/session-activity'));
  expect(router.state.location.search).toEqual({ user: 'p_1' });
});

test('as a user, nothing is found that only administrators may see', async () => {
  const { server, user, field, dialog } = await openPalette();
  const asked: string[] = [];
  const { fetch } = server;
  server.fetch = (path, init) => {
    asked.push(path);
    return fetch(path, init);
  };
  server.look({ type: 'view_as' }, { role: 'user', licence: null, flavour: null });
  await user.type(field, 'firefox');
  const sessions = within(await dialog.findByRole('group', { name: 'Sessions' }));
  await sessions.findByRole('option', { name: /Firefox on macOS/ });
  expect(asked.filter(path => path.includes('ui/users'))).toEqual([]);
  expect(dialog.queryByRole('group', { name: 'Settings' })).toBeNull();
});
