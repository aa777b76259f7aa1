import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { packageAddress as addressOf } from '@/shell/packages';

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

/** Path and query of the list, as the package browser opens it: the order is not part of the search. */
export function listPath({ sort: _, ...wanted }: Wanted): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(wanted)) if (value) query.set(field, value);
  return query.size === 0 ? addressOf() : `${addressOf()}?${query}`;
}

/**
 * What the list is narrowed to, and how to change it. The address follows once the server lets the tab go there, and
 * what it says at last holds: a link or the history may lead elsewhere. Changes replace the entry of the history, as
 * typing does.
 */
export function useWanted(): [Wanted, (change: Wanted) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const addressed = keyOf(wantedOf(search));
  const [wanted, setWanted] = useState(() => wantedOf(search));
  const latest = useRef(wanted);
  /** The addresses that are on their way, the newest last. */
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const at = underWay.current.lastIndexOf(addressed);
    underWay.current = at === -1 ? [] : underWay.current.slice(at + 1);
    if (at === -1 && addressed !== keyOf(latest.current)) {
      latest.current = JSON.parse(addressed);
      setWanted(latest.current);
    }
  }, [addressed]);
  const change = (changes: Wanted) => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setWanted(next);
    underWay.current.push(keyOf(next));
    void router.navigate({
      to: addressOf(),
      search: JSON.parse(keyOf(next)),
      replace: true,
      state: { keepsFocus: true },
    });
  };
  return [wanted, change];
}

/** What is wanted as a text: its fields with a value, in their order. */
const keyOf = (wanted: Wanted): string =>
  JSON.stringify(
    Object.fromEntries(FIELDS.flatMap(field => (wanted[field] ? [[field, wanted[field]]] : []))),
  );

function wantedOf(search: Record<string, unknown>): Wanted {
  const wanted: Wanted = {};
  for (const field of FIELDS) if (search[field]) wanted[field] = String(search[field]);
  return wanted;
}
