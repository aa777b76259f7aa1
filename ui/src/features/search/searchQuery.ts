import type { SearchModel } from '@/generated/types';

/** What separates something in a query. */
const SEPARATORS = /[\s"\\,=:]/;

const quoted = (text: string): string =>
  SEPARATORS.test(text) ? `"${text.replace(/[\\"]/g, '\\$&')}"` : text;

/**
 * The model as the query of an address (SEARCH-05), for installations in which the search box does not offer a type:
 * its machine reads the address, and does not write it there. It has what the forms of such types have fields for.
 */
export function searchQuery(model: SearchModel): string {
  const values = [
    ['name', quoted(model.name)],
    ['pkg', model.package_types.map(quoted).join(',')],
    ['repo', model.repositories.map(quoted).join(',')],
    ['archive', model.archive_search_type ?? ''],
    ['path', quoted(model.archive_path)],
    ['version', quoted(model.version)],
  ] as const;
  return values
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}:${value}`)
    .join(' ');
}
