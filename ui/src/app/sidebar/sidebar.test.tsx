// covers: [MENU-02]
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { EngineProvider } from '@/engine/EngineContext';
import type { Decision, MenuItem, Menus, NavigationState, Place, RouteName } from '@/generated/types';
import { queryClient } from '@/shell/queryClient';
import { fakeMenu } from '@/test/fakeMenu';
import { adminFacts } from '@/test/fakePlaces';
import { FakeServer } from '@/test/fakeServer';
import { startConsole, startEngine } from '@/test/harness';
import { sidebarOf } from './sidebar';
import { useSidebar } from './useSidebar';

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
});

const menus = fakeMenu(adminFacts, null, null);
type Menu = Extract<NavigationState, { state: 'settled' }>['menu'];

function at(route: RouteName, menu: Menu = 'application'): NavigationState {
  const place: Place = { route, params: {}, query: {} };
  const decision: Decision = { wanted: place, outcome: 'entered', hops: [], facts: null };
  return { state: 'settled', place, decision, search: 'packages', menu };
}

test('a front-end fills the page on its own routes only', () => {
  const fills = (route: RouteName) => sidebarOf(at(route), menus, false).frontEnd;
  expect((['insight', 'pipelines', 'tracker', 'frontEnd'] as const).map(fills)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect((['packages', 'notFound', 'admin.management.users'] as const).map(fills)).toEqual([
    false,
    false,
    false,
  ]);
});

test('the active menu is that of the page, and a page without a sidebar has none', () => {
  const sidebar = (menu: Menu) => sidebarOf(at('packages', menu), menus, false);
  for (const menu of ['application', 'administration', 'project_settings'] as const)
    expect(sidebar(menu)).toMatchObject({ active: menu, hidden: false });
  expect(sidebar('hidden')).toMatchObject({ active: 'application', hidden: true });
});

test('the source of the logo is the one that the server chose', () => {
  for (const source of ['uploaded', 'footer', 'default'] as const) {
    const logo = { source, url: source === 'default' ? null : '/logo.png', mark: 'edge' } as const;
    expect(sidebarOf(null, { ...menus, logo }, false).logo).toEqual(logo);
  }
  expect(sidebarOf(null, null, false).logo).toBeNull();
});

/** A console whose menus are those of an administrator, changed like this. */
function startWith(change: (menus: Menus) => Partial<Menus>) {
  const server = new FakeServer();
  server.signIn();
  const { fetch } = server;
  server.fetch = async (path, init) => {
    const answer = await fetch(path, init);
    if (!String(path).includes('session/menu')) return answer;
    const body = await answer.json();
    return new Response(JSON.stringify({ ...body, ...change(body) }), { status: 200 });
  };
  return startConsole('/packages', server);
}

test('quick setup, the profile and the pages of the administration are shown where the menus have them', async () => {
  const { user } = startWith(({ sections, profile }) => {
    const [first] = sections.application;
    if (!first) throw new Error('no items');
    const quickSetup: MenuItem = { ...first, id: 'quick_setup', route: 'quickSetup', icon: 'rocket' };
    return {
      sections: { ...sections, application: [...sections.application, quickSetup] },
      profile: profile.filter(({ id }) => id !== 'edit_profile'),
    };
  });
  const beside = await screen.findByRole('navigation', { name: 'Main' });
  const links = () =>
    within(beside)
      .getAllByRole('link')
      .map(link => link.textContent);
  await waitFor(() => expect(links()).toContain('Quick setup'));
  await user.click(within(beside).getByRole('button', { name: 'Administration' }));
  const offered = menus.sections.administration.filter(({ disabled }) => disabled === null);
  expect(links()).toHaveLength(offered.length);
  expect(links()).not.toContain('Quick setup');
  await user.click(await screen.findByRole('button', { name: /^Account:/ }));
  await screen.findByRole('menuitem', { name: 'Change password' });
  expect(screen.queryByRole('menuitem', { name: 'Edit Profile' })).toBeNull();
});

test('a sidebar that was collapsed stays collapsed in this browser', async () => {
  const { engine } = await startEngine();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EngineProvider engine={engine}>{children}</EngineProvider>
  );
  const first = renderHook(() => useSidebar(menus), { wrapper });
  expect(first.result.current.sidebar.collapsed).toBe(false);
  act(() => first.result.current.toggle());
  expect(first.result.current.sidebar.collapsed).toBe(true);
  first.unmount();
  const later = renderHook(() => useSidebar(menus), { wrapper });
  expect(later.result.current.sidebar.collapsed).toBe(true);
  act(() => later.result.current.toggle());
  expect(renderHook(() => useSidebar(menus), { wrapper }).result.current.sidebar.collapsed).toBe(false);
});

test('the frame shows it: collapsed at once, and marked as waiting for its logo', async () => {
  localStorage.setItem('waybill.sidebar-collapsed', 'true');
  const logo = { source: 'uploaded', url: '/ui/api/v1/logo', mark: 'oss' } as const;
  const { user } = startWith(() => ({ logo }));
  const toggle = await screen.findByRole('button', { name: 'Expand sidebar' });
  await waitFor(() => expect(document.querySelector('[data-loading][data-source]')).not.toBeNull());
  await user.click(toggle);
  expect(screen.getByRole('button', { name: 'Collapse sidebar' })).toHaveAttribute('aria-expanded', 'true');
  expect(localStorage.getItem('waybill.sidebar-collapsed')).toBe('false');
});
