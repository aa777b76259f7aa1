import { routes } from '@/generated/routes';
import type { MenuItem, MenuSections, Menus, RouteName } from '@/generated/types';
import { report } from '@/lib/report';

export type SectionName = keyof MenuSections;

const sectionNames: readonly SectionName[] = ['application', 'administration', 'project_settings'];

/** Without the items of pages that this build lacks: an updated server may name them before the page reloads. */
export function withKnownRoutes(menus: Menus): Menus {
  const { application, administration, project_settings } = menus.sections;
  return {
    ...menus,
    sections: {
      application: application.filter(hasPage),
      administration: administration.filter(hasPage),
      project_settings: project_settings.filter(hasPage),
    },
    profile: menus.profile.filter(hasPage),
    help: menus.help.filter(hasPage),
    quick_actions: menus.quick_actions.filter(hasPage),
    advanced: menus.advanced.map(group => ({ ...group, items: group.items.filter(hasPage) })),
  };
}

function hasPage({ route }: MenuItem): boolean {
  if (route === null || routes.some(({ name }) => name === route)) return true;
  report('the menu names an unknown route', route);
  return false;
}

/** Every entry that links to a page, each page once: the targets of shortcuts. */
export function pagesOf(menus: Menus): readonly (MenuItem & { route: RouteName })[] {
  const all = [
    ...sectionNames.flatMap(name => menus.sections[name]),
    ...menus.advanced.flatMap(group => group.items),
    ...menus.quick_actions,
    ...menus.profile,
    ...menus.help,
  ];
  const seen = new Set<string>();
  return all.flatMap(item => {
    if (!item.route || item.disabled || seen.has(item.route)) return [];
    seen.add(item.route);
    return [{ ...item, route: item.route }];
  });
}
