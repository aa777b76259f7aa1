import type { ComponentSearch, ComponentSearchQuery, ScannedComponent } from '@/generated/api';
import type { ComponentOrderBy, ComponentRequest, SearchModel } from '@/generated/types';
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

/** The orders of the list. The first one is that of the machine's request. */
export const ORDERS = ['-modified', 'modified', 'name', '-name'] as const;
export type Order = (typeof ORDERS)[number];

/** The query of a page of the list, in the order that the user has chosen. */
export function pageOf(
  { num_of_rows }: ComponentRequest,
  order: Order,
  page_num: number,
): ComponentSearchQuery {
  const order_by: ComponentOrderBy = order.endsWith('name') ? 'name' : 'last_updated';
  return { order_by, direction: order.startsWith('-') ? 'desc' : 'asc', page_num, num_of_rows };
}

/** Whether only versions with findings have what is asked for. */
export const needsFindings = (request: ComponentRequest | null): boolean =>
  request !== null && (request.cve !== null || request.severities !== null);

/** Whether not every version is asked for. */
export const isNarrowed = (request: ComponentRequest | null): boolean =>
  needsFindings(request) || (request !== null && request.name !== null);

/** What the scanner is asked for: versions without findings are listed where the user wants them too. */
export function wantedOf(request: ComponentRequest, all: boolean): ComponentSearch {
  const { all_components, name, cve, severities } = request;
  return {
    all_components: all || all_components,
    ...(name !== null && { name }),
    ...(cve !== null && { cve }),
    ...(severities !== null && { severities }),
  };
}

/** The address of a version: its id is that of the package, a colon and the version. */
export const addressOf = ({ id, version }: ScannedComponent): string =>
  packageAddress(id.slice(0, -version.length - 1), version);
