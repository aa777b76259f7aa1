// covers: [MENU-02]
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { EngineProvider } from '@/engine/EngineContext';
import type { Decision, NavigationState, Place, RouteName } from '@/generated/types';
import { fakeMenu } from '@/test/fakeMenu';
import { adminFacts } from '@/test/fakePlaces';
import { FakeServer } from '@/test/fakeServer';
import { startConsole, startEngine } from '@/test/harness';
import { readMenus } from '../menu/menu';
import { sidebarOf } from './sidebar';
import { useSidebar } from './useSidebar';

beforeEach(() => localStorage.clear());

const menus = readMenus(fakeMenu(adminFacts, null, null));
type Menu = Extract<NavigationState, { state: 'settled' }>['menu'];

function at(route: RouteName, menu: Menu = 'application'): NavigationState {
  const place: Place = { route, params: {}, query: {} };
  const decision: Decision = { wanted: place, outcome: 'entered', hops: [], facts: null };
  return { state: 'settled', place, decision, search: 'packages', menu };
}

const ready = (announced_paths: string[] = []) => ({
  state: 'ready' as const,
  facts: { ...adminFacts, installation: { ...adminFacts.installation, announced_paths } },
  view: null,
});

test('a front-end is active on its own routes only, and its paths are those that were announced', () => {
  const active = (route: RouteName) => sidebarOf(at(route), ready(), menus, false).frontEnd.active;
  expect((['insight', 'pipelines', 'tracker', 'frontEnd'] as const).map(active)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect((['packages', 'notFound', 'admin.management.users'] as const).map(active)).toEqual([
    false,
    false,
    false,
  ]);
  const { paths } = sidebarOf(at('packages'), ready(['/workers', '/catalog']), menus, false).frontEnd;
  expect(paths).toEqual(['/workers', '/catalog']);
});

test('the active menu is that of the page, and a page that stands alone has none', () => {
  const sidebar = (menu: Menu) => sidebarOf(at('packages', menu), ready(), menus, false);
  for (const menu of ['application', 'administration', 'project_settings'] as const)
    expect(sidebar(menu)).toMatchObject({ active: menu, hidden: false });
  expect(sidebar('hidden')).toMatchObject({ active: 'application', hidden: true });
});

test('quick setup and set me up are visible where the menus have them', () => {
  const item = { ...menus.sections.application[0], id: 'quick_setup' } as (typeof menus.profile)[number];
  const offered = sidebarOf(at('packages'), ready(), { ...menus, profile: [item] }, false);
  expect(offered).toMatchObject({ quickSetupVisible: true, setMeUpVisible: false });
  expect(sidebarOf(at('packages'), ready(), menus, false)).toMatchObject({
    quickSetupVisible: false,
    setMeUpVisible: true,
  });
  expect(sidebarOf(null, null, null, false)).toMatchObject({
    quickSetupVisible: false,
    setMeUpVisible: false,
  });
});

test('the source of the logo is the one that the server chose', () => {
  for (const source of ['uploaded', 'footer', 'default'] as const) {
    const logo = { source, url: source === 'default' ? null : '/logo.png', mark: 'edge' } as const;
    expect(sidebarOf(null, null, { ...menus, logo }, false).logo).toEqual(logo);
  }
  expect(sidebarOf(null, null, null, false).logo).toBeNull();
});

test('the routes of the administration are those of its menu, and nobody else has any', () => {
  const { adminRoutes } = sidebarOf(at('packages'), ready(), menus, false);
  expect(adminRoutes).toContain('admin.management.users');
  expect(adminRoutes).toEqual(menus.sections.administration.map(({ route }) => route));
  const user = { ...adminFacts, user: { ...adminFacts.user, admin: false } };
  expect(sidebarOf(null, null, readMenus(fakeMenu(user, null, null)), false).adminRoutes).toEqual([]);
});

test('a sidebar that was collapsed is so in this browser from then on', async () => {
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
  const server = new FakeServer();
  server.signIn();
  const { fetch } = server;
  server.fetch = async (path, init) => {
    const answer = await fetch(path, init);
    if (!String(path).includes('session/menu')) return answer;
    const body = {
      ...(await answer.json()),
      logo: { source: 'uploaded', url: '/ui/api/v1/logo', mark: 'oss' },
    };
    return new Response(JSON.stringify(body), { status: 200 });
  };
  const { user } = startConsole('/packages', server);
  const toggle = await screen.findByRole('button', { name: 'Expand sidebar' });
  await waitFor(() => expect(document.querySelector('[data-loading][data-source]')).not.toBeNull());
  await user.click(toggle);
  expect(screen.getByRole('button', { name: 'Collapse sidebar' })).toHaveAttribute('aria-expanded', 'true');
  expect(localStorage.getItem('waybill.sidebar-collapsed')).toBe('false');
});
