import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import type { PackageNode } from '@/generated/api';
import { isObject, parseJson } from '@/lib/json';
import { browserStorage } from '@/lib/storage';

/** A package, and when its newest version was published. */
type Changed = Pick<PackageNode, 'id' | 'modified'>;

/** When the newest version that a user has seen was published, by the id of the package. */
type Seen = Readonly<Record<string, string>>;

/** Browsers are shared, so that what each person has seen is kept apart. */
const keyOf = (person: string) => `waybill.packages.seen.${person}`;

function read(person: string): Seen {
  const kept = parseJson(browserStorage.read(keyOf(person)) ?? '');
  if (!isObject(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function keep(person: string, seen: Seen): void {
  browserStorage.write(keyOf(person), Object.keys(seen).length > 0 ? JSON.stringify(seen) : null);
}

/** The ids of the packages that have a newer version than this user has seen in this browser. */
export function withNewVersion(person: string, followed: readonly Changed[]): ReadonlySet<string> {
  const seen = read(person);
  const newer = followed.filter(
    ({ id, modified }) => Date.parse(modified) > Date.parse(seen[id] ?? modified),
  );
  return new Set(newer.map(({ id }) => id));
}

/**
 * Notes what a user follows. Only what comes later is new: of a package that was not followed in this browser before,
 * the newest version counts as seen.
 */
export function noteFollowed(person: string, followed: readonly Changed[]): void {
  const seen = read(person);
  keep(person, Object.fromEntries(followed.map(({ id, modified }) => [id, seen[id] ?? modified])));
}

/** The signed-in user's id; null for a visitor. */
export const usePerson = (): string | null => useAtom(useEngine().identity)?.person ?? null;

/** Notes that the user has seen the newest version of a package. */
export function noteSeen(person: string, { id, modified }: Changed): void {
  keep(person, { ...read(person), [id]: modified });
}
