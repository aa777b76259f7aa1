import { routes } from '@/generated/routes';
import type { MenuLogo, Menus, NavigationState, RouteName } from '@/generated/types';
import type { SectionName } from '@/shell/menu/menu';

/**
 * The state of the sidebar beside its entries (MENU-02). Nothing here is decided: it is derived from the machines and
 * the menus. Whether quick setup and Set Me Up are offered, and which administration pages exist, depends only on the
 * entries that the menus have.
 */
export interface Sidebar {
  /** The page has no sidebar. */
  hidden: boolean;
  /** A service's front-end fills the page. */
  frontEnd: boolean;
  /** The section that belongs to the page. */
  active: SectionName;
  /** The sections that there are: the application's, and the one beside it. */
  sections: readonly SectionName[];
  collapsed: boolean;
  logo: MenuLogo | null;
}

export function sidebarOf(
  navigation: NavigationState | null,
  menus: Menus | null,
  collapsed: boolean,
): Sidebar {
  const settled = navigation?.state === 'settled' ? navigation : null;
  const menu = settled?.menu ?? 'application';
  const beside = menus?.menu ?? 'application';
  return {
    hidden: menu === 'hidden',
    frontEnd: settled !== null && isFrontEnd(settled.place.route),
    active: menu === 'hidden' ? 'application' : menu,
    sections: beside === 'application' ? ['application'] : ['application', beside],
    collapsed,
    logo: menus?.logo ?? null,
  };
}

function isFrontEnd(name: RouteName): boolean {
  return name === 'frontEnd' || routes.some(route => route.name === name && route.front_end !== null);
}
