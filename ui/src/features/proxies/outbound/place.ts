import { pathnameOf } from '@/shell/paths';

/** What the address of the list names beside the page. */
export interface ListSearch {
  /** There if the form of a new proxy is open. */
  new?: string;
}

/** The query with which the form of a new proxy is open. */
export const AT_NEW = { new: 'true' } as const satisfies ListSearch;

/** The address of the list. */
export const listPath = (): string => pathnameOf('admin.proxies');

/** The address of the page of a proxy. */
export const editPath = (key: string): string => pathnameOf('admin.proxies.edit', { proxyName: key });
