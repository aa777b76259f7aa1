// covers: [MENU-01, MENU-02, MENU-03, MENU-04, MENU-06, MENU-07]
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeDialog } from '@/shell/dialogs';
import { uiVariant } from '@/shell/uiVariant';
import { FakeServer } from '@/test/fakeServer';
import { startConsole } from '@/test/harness';
import { languages } from '@/texts/i18n/languages';

afterEach(() => {
  closeDialog();
  uiVariant.set('new');
  localStorage.clear();
  sessionStorage.clear();
});

function inside(path: string, change: (server: FakeServer) => void = () => undefined) {
  const server = new FakeServer();
  server.signIn();
  change(server);
  return startConsole(path, server);
}

const sidebar = () => screen.findByRole('navigation', { name: 'Main' });
const openProfile = async ({ user }: ReturnType<typeof inside>) => {
  await user.click(await screen.findByRole('button', { name: /ann/ }));
  await screen.findByRole('menuitem', { name: 'Logout' });
  return screen.getByRole('menu');
};

test('the sidebar has the application, and beside it the administration on its pages', async () => {
  const { user } = inside('/admin/management/users');
  const nav = within(await sidebar());
  expect(await nav.findByRole('button', { name: 'Administration' })).toHaveAttribute('aria-pressed', 'true');
  expect(nav.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  expect(nav.getByText('User management')).toBeInTheDocument();
  expect(nav.queryByRole('link', { name: 'Packages' })).toBeNull();
  await user.click(nav.getByRole('button', { name: 'Application' }));
  expect(nav.getByRole('link', { name: 'Packages' })).toHaveAttribute('href', '/ui/packages');
  await user.click(nav.getByRole('link', { name: 'Packages' }));
  await waitFor(() => expect(window.location.pathname).toBe('/ui/packages'));
  expect(nav.getByRole('link', { name: 'Packages' })).toHaveAttribute('aria-current', 'page');
});

test('a user without settings has one section and no switch', async () => {
  inside('/packages', server => {
    server.facts = { ...server.facts, user: { ...server.facts.user, admin: false, manages_projects: false } };
    server.states.set('startup', {
      state: { state: 'ready', ...{ facts: server.facts, view: null } },
      instance: 1,
    });
  });
  const nav = within(await sidebar());
  expect(await nav.findByRole('link', { name: 'Packages' })).toBeInTheDocument();
  expect(nav.queryByRole('button', { name: 'Administration' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
});

test('an entry that cannot be chosen is there and says why', async () => {
  inside('/admin/management/users');
  const entry = await within(await sidebar()).findByRole('button', { name: /Topology/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveAccessibleName(/The service behind this is not running/);
  // The toaster is loaded with the first notification. After a click inside an act that is not awaited, React would
  // not render it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  entry.click();
  const notices = () => screen.getAllByText(/The service behind this is not running/);
  await waitFor(() => expect(notices().length).toBeGreaterThan(1), { interval: 20 });
  vi.unstubAllGlobals();
});

test('choosing a project asks for its menus and shows its settings', async () => {
  const asked = vi.fn<(path: string) => void>();
  const { user } = inside('/admin/management/users', server => {
    const { fetch } = server;
    server.fetch = (path, init) => {
      asked(path);
      return fetch(path, init);
    };
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Project' }), 'Web shop');
  await waitFor(() => expect(window.location.search).toBe('?projectKey=web-shop'));
  const nav = within(await sidebar());
  expect(await nav.findByRole('button', { name: 'Project settings' })).toBeInTheDocument();
  expect(asked.mock.calls.map(([path]) => path)).toContain('/ui/api/v1/session/menu?project=web-shop');
});

test('the profile menu keeps the order of the server, and ends with logging out', async () => {
  const started = inside('/packages');
  const menu = within(await openProfile(started));
  const names = menu.getAllByRole('menuitem').map(item => item.textContent);
  expect(names).toEqual([
    'Signed-in sessions',
    'View as…',
    'Getting Started',
    'Switch to Classic UI',
    'Edit Profile',
    'Change password',
    'Logout',
  ]);
  const schemes = 3;
  expect(menu.getAllByRole('menuitemradio')).toHaveLength(Object.keys(languages).length + schemes);
});

test('the profile menu is in groups: first steps, the look, the account, and the way out', async () => {
  const menu = await openProfile(inside('/packages'));
  const at = (name: string) => {
    const all = [
      ...menu.querySelectorAll(
        '[role=menuitem], [role=separator], .mantine-Menu-label, .mantine-Menu-divider',
      ),
    ];
    return all.findIndex(node => node.textContent === name);
  };
  expect(at('First steps')).toBe(at('Getting Started') - 1);
  expect(at('First steps')).toBeGreaterThan(0);
  expect(at('Account')).toBe(at('Edit Profile') - 1);
  expect(at('Account')).toBeGreaterThan(at('Switch to Classic UI'));
  // a line before the way out
  expect(at('Logout')).toBe(at('Change password') + 2);
});

test('Escape closes a menu also while its button still has the focus', async () => {
  const started = inside('/packages');
  await openProfile(started);
  screen.getByRole('button', { name: /ann/ }).focus();
  await started.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Logout' })).toBeNull());
});

// covers: [MENU-08]
test('Getting Started leads to the first steps', async () => {
  const started = inside('/packages');
  const { user } = started;
  await user.click(within(await openProfile(started)).getByRole('menuitem', { name: 'Getting Started' }));
  await waitFor(() => expect(window.location.pathname).toBe('/ui/quick-setup'));
});

test('the classic look changes what the page looks like, and the entry then leads back with its mark', async () => {
  const started = inside('/packages');
  const { user } = started;
  await user.click(within(await openProfile(started)).getByRole('menuitem', { name: /Classic UI/ }));
  expect(document.documentElement).toHaveAttribute('data-look', 'classic');
  expect(localStorage.getItem('waybill.look')).toBe('classic');
  await user.click(await screen.findByRole('button', { name: /ann/ }));
  const back = await screen.findByRole('menuitem', { name: /Switch to New UI/ });
  expect(back).toHaveTextContent('Beta');
  await user.click(back);
  expect(document.documentElement).not.toHaveAttribute('data-look');
});

// covers: [MENU-08]
test('help and the quick actions are menus of their own', async () => {
  const { user } = inside('/packages');
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  for (const [name, address] of [
    ['Documentation', 'https://docs.example/'],
    ['Learning Center', 'https://learn.example/'],
  ] as const) {
    const link = await screen.findByRole('menuitem', { name: `${name} (opens in a new tab)` });
    expect(link).toHaveAttribute('href', address);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard Shortcuts' }));
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(list).getByText('Go to Packages')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Help' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New user' }));
  await waitFor(() => expect(window.location.pathname).toBe('/ui/admin/management/users/new'));
});

test('the menus are asked for again when start-up has moved', async () => {
  const { server } = inside('/packages');
  await screen.findByRole('button', { name: 'Create' });
  server.look({ type: 'view_as' }, { role: 'user', licence: null, flavour: null });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create' })).toBeNull());
});

test('keys go to pages, but not for who types', async () => {
  const { user } = inside('/session-activity');
  await screen.findByRole('button', { name: 'Create' });
  await user.type(await screen.findByRole('searchbox', { name: 'Search activity' }), 'gp');
  expect(window.location.pathname).toBe('/ui/session-activity');
  screen.getByRole('searchbox').blur();
  await user.keyboard('gp');
  await waitFor(() => expect(window.location.pathname).toBe('/ui/packages'));
});
