import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { pathnameOf } from '@/shell/paths';

/** The address of a package or of a version of it; of the list without either. */
export function addressOf(packageId?: string, versionId?: string): string {
  return pathnameOf('packages', { ...(packageId && { packageId }), ...(versionId && { versionId }) });
}

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
  'tags',
  'version',
  'checksum',
  'sort',
] as const;
type Field = (typeof FIELDS)[number];

/** What the list is narrowed to, and its order. */
export type Wanted = Partial<Record<Field, string>>;

/** The orders of the list. The first one needs no mention in an address. */
export const ORDERS = ['name', '-name', '-modified', 'modified'] as const;
export type Order = (typeof ORDERS)[number];

export const orderOf = ({ sort }: Wanted): Order => ORDERS.find(order => order === sort) ?? 'name';

/** A list in a field: its values have commas between them. */
export const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);

/** Whether anything narrows the list. */
export const isNarrowed = ({ sort: _, ...wanted }: Wanted): boolean => Object.values(wanted).some(Boolean);

/** The query of the address, and how to change it. Changes replace the entry of the history, as typing does. */
export function useWanted(): [Wanted, (change: Wanted) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const change = (changes: Wanted) => {
    // what the address says by now: a change that follows typing was decided on an earlier render
    const next = { ...wantedOf(router.state.location.search), ...changes };
    void router.navigate({
      to: addressOf(),
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)),
      replace: true,
      state: { keepsFocus: true },
    });
  };
  return [wantedOf(search), change];
}

function wantedOf(search: Record<string, unknown>): Wanted {
  const wanted: Wanted = {};
  for (const field of FIELDS) if (search[field]) wanted[field] = String(search[field]);
  return wanted;
}
