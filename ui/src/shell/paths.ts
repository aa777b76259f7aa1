import { routes } from '@/generated/routes';
import type { Place, RouteName } from '@/generated/types';
import { addEnglish, translate } from '@/texts/i18n/languages';

addEnglish('titles', Object.fromEntries(routes.map(route => [route.name, route.title])));

/** The path under /ui of a place. Every link of the console is made here. */
export function pathOf(place: Place): string {
  const search = stringifySearch(place.query);
  return pathnameOf(place.route, place.params) + search;
}

export function pathnameOf(name: RouteName, params: Record<string, string> = {}): string {
  const route = routes.find(candidate => candidate.name === name);
  if (!route) throw new Error(`no route ${name}`);
  const path = route.path.replace(/\/:(\w+)([?*]?)/g, (_, param: string, kind: string) => {
    const value = params[param];
    if (value === undefined) return '';
    const parts = kind === '*' ? value.split('/') : [value];
    return parts.map(part => `/${encodeURIComponent(part)}`).join('');
  });
  return path || '/';
}

/**
 * A path as the console writes it. The router hands out paths in which some characters are escaped and others are not,
 * and two spellings of one path would be two places: the console would redirect from one to the other for ever.
 */
export function canonicalPath(pathname: string): string {
  return pathname.split('/').map(reEscape).join('/');
}

function reEscape(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part));
  } catch {
    // a lone `%`
    return encodeURIComponent(part);
  }
}

/** The title of a page, which its heading, its entry in the sidebar and the document share. */
export function titleOf(name: RouteName): string {
  return translate('titles', name);
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
