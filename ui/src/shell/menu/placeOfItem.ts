import type { MenuItem } from '@/generated/types';
import { parseSearch, pathnameOf } from '@/shell/paths';

/** Where an entry leads. */
export interface LinkTarget {
  to: string;
  search: Record<string, string>;
}

/** The target of an entry: the address that the server gives it, else its page in the current project. */
export function placeOfItem(item: MenuItem, project: string | null): LinkTarget | null {
  if (item.href !== null) {
    const [to = '/', search = ''] = item.href.split('?');
    return { to, search: parseSearch(search) };
  }
  if (item.route === null) return null;
  return { to: pathnameOf(item.route), search: project === null ? {} : { projectKey: project } };
}
