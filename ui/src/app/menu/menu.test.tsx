// covers: [MENU-02, MENU-07]
import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Logo } from '@/app/frame/Logo';
import type { Decision, MenuItem, Place, RouteName } from '@/generated/types';
import { pagesOf, withKnownRoutes } from '@/shell/menu/menu';
import { placeOfItem } from '@/shell/menu/placeOfItem';
import { fakeMenu } from '@/test/fakeMenu';
import { adminFacts } from '@/test/fakePlaces';
import { sidebarOf } from '../sidebar/sidebar';
import { currentItem } from './current';

const menus = withKnownRoutes(fakeMenu(adminFacts, null, null));

test('an item that this build cannot open is left out of every menu', () => {
  expect(menus).toEqual(fakeMenu(adminFacts, null, null));
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [page] = menus.sections.application;
  if (!page) throw new Error('no items');
  const action: MenuItem = { ...page, id: 'y', route: null, action: 'log_out' };
  const url: MenuItem = { ...page, id: 'z', route: null, action: 'documentation', url: 'https://x.example/' };
  const unknown: MenuItem[] = [
    { ...page, id: 'x', route: 'nowhere' as RouteName },
    // its feature comes later
    { ...page, id: 'set_me_up', route: null, action: 'set_me_up' },
  ];
  const items = [...unknown, action, url];
  const odd = withKnownRoutes({
    ...menus,
    sections: { application: items, administration: items, project_settings: items },
    profile: items,
    help: items,
    quick_actions: items,
    advanced: [{ id: 'a', items }],
  });
  const { sections, profile, help, quick_actions, advanced } = odd;
  const lists = [...Object.values(sections), profile, help, quick_actions, advanced[0]?.items];
  for (const list of lists) expect(list).toEqual([action, url]);
  expect(warned).toHaveBeenCalledTimes(lists.length * unknown.length);
});

test('what may be gone to is each page once, without those that cannot be chosen', () => {
  const routes = pagesOf(menus).map(item => item.route);
  expect(new Set(routes).size).toBe(routes.length);
  expect(routes).toContain('admin.management.users');
  expect(routes).not.toContain('admin.topology');
});

test('the item of a page is its own, else that of the nearest page above it', () => {
  const items = menus.sections.administration;
  expect(currentItem(items, 'admin.management.users', '/admin/management/users')).toBe('users');
  expect(currentItem(items, 'admin.management.users.new', '/admin/management/users/new')).toBe('users');
  expect(currentItem(items, 'packages', '/packages')).toBeNull();
  expect(currentItem(items, null, '/admin/management/usersandmore')).toBeNull();
});

test('an exact address of the server wins, and other entries stay in the project', () => {
  const [first] = menus.sections.application;
  if (!first) throw new Error('no entries');
  expect(placeOfItem(first, 'apollo')).toEqual({ to: '/packages', search: { projectKey: 'apollo' } });
  expect(placeOfItem({ ...first, href: '/builds/x?projectKey=a' }, 'apollo')).toEqual({
    to: '/builds/x',
    search: { projectKey: 'a' },
  });
  expect(placeOfItem({ ...first, route: null }, null)).toBeNull();
});

test('the sidebar is derived from the machines and the menus', () => {
  const place: Place = { route: 'insight', params: {}, query: {} };
  const decision: Decision = { wanted: place, outcome: 'entered', hops: [], facts: null };
  const settled = {
    state: 'settled',
    place,
    decision,
    search: 'packages',
  } as const;
  expect(sidebarOf({ ...settled, menu: 'application' }, menus, true)).toMatchObject({
    hidden: false,
    frontEnd: true,
    active: 'application',
    sections: ['application', 'administration'],
    collapsed: true,
    logo: { mark: 'general' },
  });
  expect(sidebarOf({ ...settled, menu: 'hidden' }, menus, false).hidden).toBe(true);
  expect(sidebarOf(null, null, false).sections).toEqual(['application']);
});

test('the mark of the edition is shown until the image has loaded, and if it cannot be loaded', () => {
  const logo = { source: 'uploaded', url: '/ui/api/v1/system/logo', mark: 'oss' } as const;
  const { container, rerender } = render(<Logo logo={logo} />);
  const shown = () => container.firstElementChild;
  expect(shown()).toHaveAttribute('data-loading', 'true');
  expect(container.querySelector('svg')).toHaveAttribute('data-edition', 'oss');
  const image = container.querySelector('img');
  if (!image) throw new Error('no image');
  fireEvent.load(image);
  expect(shown()).toHaveAttribute('data-source', 'uploaded');
  expect(container.querySelector('svg')).toBeNull();
  rerender(<Logo logo={{ ...logo, url: '/other.png' }} />);
  expect(container.querySelector('svg')).not.toBeNull();
  fireEvent.error(container.querySelector('img') ?? container);
  expect(shown()).toHaveAttribute('data-source', 'default');
  expect(shown()).not.toHaveAttribute('data-loading');
});
