import { useParams } from '@tanstack/react-router';
import { packageAddress as addressOf } from '@/shell/packages';
import { type Fields, useFields } from '@/shell/useFields';

export { addressOf };

/** The package and the version that the address names. */
export function usePlace(): { packageId?: string; versionId?: string } {
  return useParams({ strict: false });
}

/** The fields of the query of the list, by which it can be linked to. */
const FIELDS = [
  'name',
  'description',
  'pkg',
  'repo',
  'licenses',
  'severities',
  'tags',
  'version',
  'checksum',
  'sort',
] as const;
type Field = (typeof FIELDS)[number];

/** What the list is narrowed to, and its order. */
export type Wanted = Fields<Field>;

/** The orders of the list. The first one needs no mention in an address. */
export const ORDERS = ['name', '-name', '-modified', 'modified'] as const;
export type Order = (typeof ORDERS)[number];

export const orderOf = ({ sort }: Wanted): Order => ORDERS.find(order => order === sort) ?? 'name';

/** A list in a field: its values have commas between them. */
export const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);

/** Whether anything narrows the list. */
export const isNarrowed = ({ sort: _, ...wanted }: Wanted): boolean => Object.values(wanted).some(Boolean);

/** Path and query of the list, as the package browser opens it: the order is not part of the search. */
export function listPath({ sort: _, ...wanted }: Wanted): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(wanted)) if (value) query.set(field, value);
  return query.size === 0 ? addressOf() : `${addressOf()}?${query}`;
}

/** What the list is narrowed to, and how to change it. */
export const useWanted = () => useFields(addressOf(), FIELDS);
