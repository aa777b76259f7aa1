import { routes } from '@/generated/routes';
import type { Place, RouteName } from '@/generated/types';

/** The path under /ui of a place. Every link of the console is made here. */
export function pathOf(place: Place): string {
  const search = stringifySearch(place.query);
  return pathnameOf(place.route, place.params) + search;
}

export function pathnameOf(name: RouteName, params: Record<string, string> = {}): string {
  const route = routes.find(candidate => candidate.name === name);
  if (!route) throw new Error(`no route ${name}`);
  return route.path.replace(/\/:(\w+)\??/g, (_, param: string) => {
    const value = params[param];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });
}

export function titleOf(name: RouteName): string {
  return routes.find(route => route.name === name)?.title ?? '';
}

/** Queries are plain key/value pairs (BOOT-05). */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
