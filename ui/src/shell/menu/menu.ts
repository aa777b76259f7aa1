import { ApiError } from '@/engine/api';
import { routes } from '@/generated/routes';
import type { Licence, Role, RouteName, View } from '@/generated/types';
import { isObject, numberOf, textOf } from '@/lib/json';
import { report } from '@/lib/report';

/** One entry of a menu. The server has decided that it is there. */
export interface MenuItem {
  id: string;
  route: RouteName | null;
  href: string | null;
  action: string | null;
  icon: string | null;
  badge: 'beta' | null;
  /** Why it cannot be used now; it is shown all the same. */
  disabled: string | null;
  group: string | null;
}

export type SectionName = 'application' | 'administration' | 'project_settings';

export const marks = ['jcr', 'conan', 'edge', 'oss', 'general'] as const;

export interface Logo {
  source: 'uploaded' | 'footer' | 'default';
  url: string | null;
  /** Drawn where there is no image, or it cannot be loaded. */
  mark: (typeof marks)[number];
}

/** Everything that the frame offers to this user on this installation, as `GET session/menu` says. */
export interface Menus {
  /** The record of the facts behind it. */
  facts: number | null;
  view: View | null;
  /** The user may use view-as. */
  viewable: boolean;
  /** The section beside the application's. */
  beside: SectionName;
  sections: Record<SectionName, readonly MenuItem[]>;
  profile: readonly MenuItem[];
  help: readonly MenuItem[];
  quickActions: readonly MenuItem[];
  advanced: readonly { id: string; items: readonly MenuItem[] }[];
  logo: Logo;
}

const sectionNames: readonly SectionName[] = ['application', 'administration', 'project_settings'];

function routeOf(name: unknown): RouteName | null {
  return routes.find(route => route.name === name)?.name ?? null;
}

function readItem(entry: unknown): MenuItem[] {
  if (!isObject(entry) || typeof entry.id !== 'string') return [];
  const route = routeOf(entry.route);
  // a page that this build does not have would be a link to nowhere
  if (entry.route && !route) {
    report('the menu names an unknown route', entry.route);
    return [];
  }
  return [
    {
      id: entry.id,
      route,
      href: textOf(entry.href),
      action: textOf(entry.action),
      icon: textOf(entry.icon),
      badge: entry.badge === 'beta' ? 'beta' : null,
      disabled: textOf(entry.disabled),
      group: textOf(entry.group),
    },
  ];
}

const readItems = (entries: unknown) => (Array.isArray(entries) ? entries.flatMap(readItem) : []);

export function readLogo(logo: unknown): Logo {
  const { source, url, mark } = isObject(logo) ? logo : {};
  return {
    source: source === 'uploaded' || source === 'footer' ? source : 'default',
    url: textOf(url),
    mark: marks.find(known => known === mark) ?? 'general',
  };
}

function readView(view: unknown): View | null {
  if (!isObject(view)) return null;
  return {
    role: textOf(view.role) as Role | null,
    licence: textOf(view.licence) as Licence | null,
    flavour: textOf(view.flavour) as View['flavour'],
  };
}

export function readMenus(body: unknown): Menus {
  if (!isObject(body) || !isObject(body.sections))
    throw new ApiError(200, { error: { code: 'malformed', message: 'session/menu: no sections' } });
  const { sections } = body;
  const groups = Array.isArray(body.advanced) ? body.advanced.filter(isObject) : [];
  return {
    facts: numberOf(body.facts),
    view: readView(body.view),
    viewable: body.viewable === true,
    beside: sectionNames.find(name => name === body.menu) ?? 'application',
    sections: {
      application: readItems(sections.application),
      administration: readItems(sections.administration),
      project_settings: readItems(sections.project_settings),
    },
    profile: readItems(body.profile),
    help: readItems(body.help),
    quickActions: readItems(body.quick_actions),
    advanced: groups.map(group => ({ id: String(group.id), items: readItems(group.items) })),
    logo: readLogo(body.logo),
  };
}

/** Every entry that links to a page, each page once: the targets of shortcuts. */
export function pagesOf(menus: Menus): readonly (MenuItem & { route: RouteName })[] {
  const all = [
    ...sectionNames.flatMap(name => menus.sections[name]),
    ...menus.advanced.flatMap(group => group.items),
    ...menus.quickActions,
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
