import { routes } from '@/generated/routes';
import type { NavigationState, RouteName, StartupState } from '@/generated/types';
import type { Logo, Menus, SectionName } from '../menu/menu';

/**
 * All that the sidebar goes by (MENU-02). Nothing here is decided: it is what the machines and the menus say, put
 * together.
 */
export interface Sidebar {
  /** The page says that it stands alone. */
  hidden: boolean;
  /** A service's front-end fills the page, and these paths belong to such front-ends. */
  frontEnd: { active: boolean; paths: readonly string[] };
  /** The section that belongs to the page. */
  active: SectionName;
  /** The sections that there are: the application's, and the one beside it. */
  sections: readonly SectionName[];
  collapsed: boolean;
  quickSetupVisible: boolean;
  setMeUpVisible: boolean;
  logo: Logo | null;
  /** The pages of the administration that this user has. */
  adminRoutes: readonly RouteName[];
}

export function sidebarOf(
  navigation: NavigationState | null,
  startup: StartupState | null,
  menus: Menus | null,
  collapsed: boolean,
): Sidebar {
  const settled = navigation?.state === 'settled' ? navigation : null;
  const menu = settled?.menu ?? 'application';
  const facts = startup?.state === 'ready' ? startup.facts : null;
  const beside = menus?.beside ?? 'application';
  const all = Object.values(menus?.sections ?? {}).flat();
  const has = (id: string) => [...all, ...(menus?.profile ?? [])].some(item => item.id === id);
  return {
    hidden: menu === 'hidden',
    frontEnd: {
      active: settled !== null && isFrontEnd(settled.place.route),
      paths: facts?.installation.announced_paths ?? [],
    },
    active: menu === 'hidden' ? 'application' : menu,
    sections: beside === 'application' ? ['application'] : ['application', beside],
    collapsed,
    quickSetupVisible: has('quick_setup'),
    setMeUpVisible: has('set_me_up'),
    logo: menus?.logo ?? null,
    adminRoutes: (menus?.sections.administration ?? []).flatMap(({ route }) => route ?? []),
  };
}

function isFrontEnd(name: RouteName): boolean {
  return name === 'frontEnd' || routes.some(route => route.name === name && route.front_end !== null);
}
