import { routes } from '@/generated/routes';
import type { MenuAction, MenuItem, MenuSections, Menus, RouteName } from '@/generated/types';
import { report } from '@/lib/report';

export type SectionName = keyof MenuSections;

const sectionNames: readonly SectionName[] = ['application', 'administration', 'project_settings'];

/** The actions that this build of the console can run. */
export const runnable = [
  'change_password',
  'keyboard_shortcuts',
  'log_out',
  'quick_repository',
  'switch_ui',
] as const;

export type Runnable = (typeof runnable)[number];

export const isRunnable = (action: MenuAction): action is Runnable =>
  runnable.some(known => known === action);

/** Without the items that this build cannot open: an updated server may name them before the page reloads. */
export function withKnownRoutes(menus: Menus): Menus {
  const { application, administration, project_settings } = menus.sections;
  return {
    ...menus,
    sections: {
      application: application.filter(canOpen),
      administration: administration.filter(canOpen),
      project_settings: project_settings.filter(canOpen),
    },
    profile: menus.profile.filter(canOpen),
    help: menus.help.filter(canOpen),
    quick_actions: menus.quick_actions.filter(canOpen),
    advanced: menus.advanced.map(group => ({ ...group, items: group.items.filter(canOpen) })),
  };
}

function canOpen({ id, route, action, url }: MenuItem): boolean {
  const known = route === null || routes.some(({ name }) => name === route);
  const leads = route !== null || url !== null || (action !== null && isRunnable(action));
  if (known && leads) return true;
  report('the menu names something unknown', `${id} ${route ?? action}`);
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
