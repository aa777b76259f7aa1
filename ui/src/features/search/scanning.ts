import type {
  ComponentOrderBy,
  ComponentSearch,
  ComponentSearchQuery,
  ScannedComponent,
} from '@/generated/api';
import type { SearchModel } from '@/generated/types';
import { packageAddress } from '@/shell/packages';

/** What scanned versions are searched by. */
export interface Filters {
  /** The beginning of a package's name, or a pattern: `*` is for any text, `?` for a character. */
  name: string;
  /** An identifier of an advisory. */
  cve: string;
  severities: readonly string[];
}

export const NO_FILTERS: Filters = { name: '', cve: '', severities: [] };

/** The severities that the form offers. Others come with an address. */
export const OFFERED = ['critical', 'high', 'medium', 'low'] as const;

export const filtersOf = ({ name, cve, severities }: SearchModel): Filters => ({
  name: name.trim(),
  cve: cve.trim(),
  severities,
});

/** A text that is the same for the same filters. */
export const keyOf = ({ name, cve, severities }: Filters): string => JSON.stringify([name, cve, severities]);

export const isEmpty = (filters: Filters): boolean => keyOf(filters) === keyOf(NO_FILTERS);

/** The orders of the list. The first one is the server's own. */
export const ORDERS = ['-modified', 'modified', 'name', '-name'] as const;
export type Order = (typeof ORDERS)[number];

const ROWS = 50;

/** The query of a page of the list. */
export function pageOf(order: Order, page_num: number): ComponentSearchQuery {
  const order_by: ComponentOrderBy = order.endsWith('name') ? 'name' : 'last_updated';
  return { order_by, direction: order.startsWith('-') ? 'desc' : 'asc', page_num, num_of_rows: ROWS };
}

/** What the scanner is asked for. As in every search, a name finds all that begin with it (SEARCH-04). */
export function wantedOf({ name, cve, severities }: Filters, all: boolean): ComponentSearch {
  return {
    ...(all && { all_components: true }),
    ...(name && { name: name.endsWith('*') ? name : `${name}*` }),
    ...(cve && { cve }),
    ...(severities.length > 0 && { severities: [...severities] }),
  };
}

/** The address of a version: its id is that of the package, a colon and the version. */
export const addressOf = ({ id, version }: ScannedComponent): string =>
  packageAddress(id.slice(0, -version.length - 1), version);
