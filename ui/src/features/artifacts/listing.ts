import type { TreeChange, TreeEntry, TreePage } from '@/generated/api';

/** What is known of a folder: its first entries in the server's order, and where the next page begins. */
export interface Listing {
  entries: readonly TreeEntry[];
  /** None once the whole folder is known. */
  next: string | null;
  state: 'loading' | 'loaded' | 'failed';
  failure: unknown;
}

export const LOADING: Listing = { entries: [], next: null, state: 'loading', failure: null };

/** Folders come before files, both by name. The server compares the paths of what is in a folder, with their slash. */
function compare(one: TreeEntry, other: TreeEntry): number {
  if (one.is_folder !== other.is_folder) return one.is_folder ? -1 : 1;
  const [first, second] = [keyOf(one), keyOf(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

const keyOf = ({ name, is_folder }: TreeEntry) => (is_folder ? `${name}/` : name);

/** The index of an entry, or where it would be. */
function indexOf(entries: readonly TreeEntry[], entry: TreeEntry): [at: number, found: boolean] {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = compare(entries[middle] as TreeEntry, entry);
    if (order === 0) return [middle, true];
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return [from, false];
}

export function withPage(before: Listing, page: TreePage): Listing {
  const entries = before.entries.length === 0 ? page.entries : [...before.entries, ...page.entries];
  return { entries, next: page.next, state: 'loaded', failure: null };
}

/** The listing with an entry. One behind the pages that are loaded comes with its page. */
export function withEntry(listing: Listing, entry: TreeEntry): Listing {
  const [at, found] = indexOf(listing.entries, entry);
  if (!found && at === listing.entries.length && listing.next !== null) return listing;
  if (found && entry.is_folder) return listing;
  return { ...listing, entries: listing.entries.toSpliced(at, found ? 1 : 0, entry) };
}

export function withoutEntry(listing: Listing, entry: TreeEntry): Listing {
  const [at, found] = indexOf(listing.entries, entry);
  return found ? { ...listing, entries: listing.entries.toSpliced(at, 1) } : listing;
}

const folder = (name: string): TreeEntry => ({
  name,
  is_folder: true,
  bytes: null,
  modified_at: null,
  held_in: null,
});

type Listings = Map<string, Listing>;

/** Applies a change in a repository to the listings of its folders, which are named as places are. */
export function applyChange(listings: Listings, repository: string, change: TreeChange): void {
  const parts = change.path.split('/');
  const idUpTo = (count: number) => [repository, ...parts.slice(0, count)].join('/');
  const edit = (count: number, edited: (listing: Listing) => Listing) => {
    const listing = listings.get(idUpTo(count));
    if (listing && listing.state !== 'loading') listings.set(idUpTo(count), edited(listing));
  };
  const last = parts.length - 1;
  const { entry } = change;
  if (entry === null) {
    const gone: TreeEntry = { ...folder(parts[last] ?? ''), is_folder: change.is_folder };
    return edit(last, listing => withoutEntry(listing, gone));
  }
  // a file implies the folders that it is in
  for (let level = 0; level < last; level += 1)
    edit(level, listing => withEntry(listing, folder(parts[level] ?? '')));
  edit(last, listing => withEntry(listing, entry));
}
