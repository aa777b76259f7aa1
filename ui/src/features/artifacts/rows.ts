import type { TreeEntry, TreeRepository } from '@/generated/api';
import { type Listing, LOADING } from './listing';
import { childOf, idOf, type Place } from './place';

/** A row of the tree that names something. */
export interface PlaceRow {
  kind: 'repository' | 'folder' | 'file';
  id: string;
  place: Place;
  name: string;
  /** From 1. */
  level: number;
  /** Null for what cannot be opened. */
  expanded: boolean | null;
  /** How many are beside it; -1 if that is not known yet. */
  siblings: number;
  position: number;
  repository: TreeRepository | null;
  entry: TreeEntry | null;
}

/** A row that says something about the folder above it. */
export interface NoteRow {
  kind: 'more' | 'loading' | 'failed' | 'empty';
  id: string;
  /** The folder. */
  of: Place;
  level: number;
}

export type Row = PlaceRow | NoteRow;

export const isNote = (row: Row): row is NoteRow => 'of' in row;

interface Shown {
  repositories: readonly TreeRepository[];
  listings: ReadonlyMap<string, Listing>;
  open: ReadonlySet<string>;
}

/** What the tree shows, row by row. */
export function rowsOf({ repositories, listings, open }: Shown): readonly Row[] {
  const rows: Row[] = [];
  const addFolder = (of: Place, level: number) => {
    const listing = listings.get(idOf(of)) ?? LOADING;
    const siblings = listing.next === null ? listing.entries.length : -1;
    for (const [index, entry] of listing.entries.entries()) {
      const place = childOf(of, entry.name);
      const id = idOf(place);
      const known = { id, place, name: entry.name, level, siblings, position: index + 1, entry };
      if (!entry.is_folder) {
        rows.push({ ...known, kind: 'file', expanded: null, repository: null });
        continue;
      }
      const expanded = open.has(id);
      rows.push({ ...known, kind: 'folder', expanded, repository: null });
      if (expanded) addFolder(place, level + 1);
    }
    const kind = noteOf(listing);
    if (kind) rows.push({ kind, id: `${idOf(of)}//${kind}`, of, level });
  };
  for (const [index, repository] of repositories.entries()) {
    const place = { repository: repository.key, path: '' };
    const expanded = open.has(repository.key);
    rows.push({
      kind: 'repository',
      id: repository.key,
      place,
      name: repository.key,
      level: 1,
      expanded,
      siblings: repositories.length,
      position: index + 1,
      repository,
      entry: null,
    });
    if (expanded) addFolder(place, 2);
  }
  return rows;
}

function noteOf({ state, next, entries }: Listing): NoteRow['kind'] | null {
  if (state !== 'loaded') return state;
  if (next !== null) return 'more';
  return entries.length === 0 ? 'empty' : null;
}
