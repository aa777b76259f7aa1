import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeDialog } from '@/shell/dialogs';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';
import { viewLabel } from './viewLabels';

afterEach(closeDialog);
async function openSheet() {
  const server = new FakeServer();
  server.signIn();
  const started = startConsole('/packages', server);
  await started.user.click(await screen.findByRole('button', { name: /ann/ }));
  await started.user.click(await screen.findByRole('menuitem', { name: 'View as…' }));
  return { ...started, sheet: within(await screen.findByRole('dialog', { name: 'View as' })) };
}

const proposals = (server: FakeServer) =>
  server.commands.filter(({ machine }) => machine === 'startup').map(({ event }) => event);

test('what is chosen is proposed, the page asked for again, and the banner says so until it is stopped', async () => {
  const { user, server, sheet } = await openSheet();
  await user.selectOptions(sheet.getByLabelText('Role'), 'User');
  await user.selectOptions(sheet.getByLabelText('Licence'), 'OSS');
  const asked = () => server.commands.filter(({ machine }) => machine === 'navigation').length;
  const before = asked();
  await user.click(sheet.getByRole('button', { name: 'View' }));
  const view = { role: 'user', licence: 'OSS', flavour: null };
  await waitFor(() => expect(proposals(server)).toEqual([{ type: 'view_as', view }]));
  const banner = within(await screen.findByRole('region', { name: 'View as' }));
  expect(banner.getByText('Viewing as User, OSS licence.')).toBeInTheDocument();
  await waitFor(() => expect(asked()).toBe(before + 1));
  await user.click(banner.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(proposals(server).at(-1)).toEqual({ type: 'view_as_myself' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'View as' })).toBeNull());
  await waitFor(() => expect(asked()).toBe(before + 2));
});

test('a page that the view may not open is left for where the server says', async () => {
  const { user, server, sheet } = await openSheet();
  const at = (route: 'packages' | 'sessionActivity') => ({ route, params: {}, query: {} });
  server.go = () =>
    server.settle(at('sessionActivity'), {
      wanted: at('packages'),
      outcome: 'redirected',
      hops: [{ route: 'packages', guard: 'unauthorised', to: 'sessionActivity' }],
      facts: null,
    });
  await user.selectOptions(sheet.getByLabelText('Role'), 'Visitor');
  await user.click(sheet.getByRole('button', { name: 'View' }));
  await waitFor(() => expect(window.location.pathname).toBe('/ui/session-activity'));
});

test('nothing chosen is no view, and says so', async () => {
  const { user, server, sheet } = await openSheet();
  await user.click(sheet.getByRole('button', { name: 'View' }));
  expect(sheet.getByRole('alert')).toHaveTextContent('Change at least one setting');
  expect(proposals(server)).toEqual([]);
});

test('the banner is above the pages of signing in as well, and survives a reload', async () => {
  const server = new FakeServer();
  server.view = { role: 'anonymous', licence: null, flavour: null };
  const facts = { facts: server.facts, view: server.view };
  server.states.set('startup', { state: { state: 'ready', ...facts }, instance: 3 });
  startConsole('/login', server);
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
  expect(await screen.findByText('Viewing as Visitor.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop' })).not.toHaveAttribute('aria-disabled');
});

test('a view is described', () => {
  expect(viewLabel({ role: 'project_admin', licence: 'NONE', flavour: 'lightweight' })).toBe(
    'Project administrator, no licence, Repositories only',
  );
  expect(viewLabel({ role: null, licence: null, flavour: null })).toBe('');
});
