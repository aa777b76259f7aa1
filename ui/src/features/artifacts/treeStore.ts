import { type Atom, createAtom } from '@xstate/store';
import type { Api } from '@/engine/api';
import type { TreeChange, TreeEntry, TreePage } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { applyChange, type Listing, LOADING, withPage } from './listing';
import { foldersAbove, idOf, nameOf, type Place, placeOf } from './place';

/** How many entries come with a page. */
const PAGE_ENTRIES = 1_000;
/** How many pages are read to find one entry. */
const REVEALING_PAGES = 20;

export interface TreeState {
  listings: ReadonlyMap<string, Listing>;
  open: ReadonlySet<string>;
}

/** The folders of the tree that were read, and which of them are open. */
export class TreeStore {
  readonly state: Atom<TreeState> = createAtom<TreeState>({
    listings: new Map<string, Listing>(),
    open: new Set<string>(),
  });
  readonly #api: Api;
  /** The pages that are being read, by folder. */
  readonly #reading = new Map<string, Promise<void>>();

  constructor(api: Api) {
    this.#api = api;
  }

  #listing(id: string): Listing | undefined {
    return this.state.get().listings.get(id);
  }

  #edit(edit: (listings: Map<string, Listing>) => void): void {
    this.state.set(state => {
      const listings = new Map(state.listings);
      edit(listings);
      return { ...state, listings };
    });
  }

  #set(id: string, listing: Listing): void {
    this.#edit(listings => listings.set(id, listing));
  }

  open(place: Place): void {
    const id = idOf(place);
    this.state.set(state => ({ ...state, open: new Set([...state.open, id]) }));
    const listing = this.#listing(id);
    if (!listing || listing.state === 'failed') void this.more(place);
  }

  close(place: Place): void {
    this.state.set(state => {
      const open = new Set(state.open);
      open.delete(idOf(place));
      return { ...state, open };
    });
  }

  /** Reads the next page of a folder, or the first one. */
  more(place: Place): Promise<void> {
    const id = idOf(place);
    const known = this.#reading.get(id);
    if (known) return known;
    const reading = this.#more(place);
    this.#reading.set(id, reading);
    return reading;
  }

  async #more(place: Place): Promise<void> {
    const id = idOf(place);
    const before = this.#listing(id);
    if (before?.state !== 'loaded') this.#set(id, { ...(before ?? LOADING), state: 'loading' });
    try {
      let after = before?.next;
      let page: TreePage;
      do {
        page = await repositoryCalls.getTreeEntries(this.#api, {
          ...place,
          ...(after && { after }),
          limit: PAGE_ENTRIES,
        });
        after = page.next;
        // the server may have passed entries that come on a later page, and found none for this one
      } while (page.entries.length === 0 && after !== null);
      // before what is shown changes: that may ask for the next page
      this.#reading.delete(id);
      this.#set(id, withPage(this.#listing(id) ?? LOADING, page));
    } catch (failure) {
      this.#reading.delete(id);
      this.#set(id, { ...(this.#listing(id) ?? LOADING), state: 'failed', failure });
    }
  }

  /** Opens the folders that a place is in, reads them until it is there, and opens it if it is a folder. */
  async reveal(place: Place): Promise<void> {
    const above = foldersAbove(place);
    if (above.length === 0) return this.open(place);
    for (const [index, folder] of above.entries()) {
      this.open(folder);
      const inside = above[index + 1] ?? place;
      const entry = await this.#find(folder, nameOf(inside));
      if (!entry) return;
      if (inside === place && entry.is_folder) this.open(place);
    }
  }

  async #find(folder: Place, name: string): Promise<TreeEntry | undefined> {
    for (let page = 0; page < REVEALING_PAGES; page += 1) {
      const listing = this.#listing(idOf(folder));
      const found = listing?.entries.find(entry => entry.name === name);
      const isWhole = listing?.state === 'failed' || (listing?.state === 'loaded' && listing.next === null);
      if (found || isWhole) return found;
      await this.more(folder);
    }
    return undefined;
  }

  /** Something has changed in a repository. */
  apply(repository: string, changes: readonly TreeChange[]): void {
    this.#edit(listings => {
      for (const change of changes) applyChange(listings, repository, change);
    });
    for (const { path, is_folder, entry } of changes)
      if (is_folder && entry === null) this.#forget(idOf({ repository, path }));
  }

  /** Forgets a folder and what is in it. */
  #forget(id: string): void {
    const isInside = (other: string) => other === id || other.startsWith(`${id}/`);
    this.state.set(({ listings, open }) => ({
      listings: new Map([...listings].filter(([other]) => !isInside(other))),
      open: new Set([...open].filter(other => !isInside(other))),
    }));
  }

  /** Reads again what is known of a repository; what is shown stays until then. */
  async refresh(repository: string): Promise<void> {
    const ids = [...this.state.get().listings.keys()].filter(id => placeOf(id).repository === repository);
    await Promise.all(ids.map(id => this.#readAgain(id)));
  }

  async #readAgain(id: string): Promise<void> {
    const wanted = this.#listing(id)?.entries.length ?? 0;
    let listing = LOADING;
    try {
      do {
        const page = await repositoryCalls.getTreeEntries(this.#api, {
          ...placeOf(id),
          ...(listing.next && { after: listing.next }),
          limit: PAGE_ENTRIES,
        });
        listing = withPage(listing, page);
      } while (listing.next !== null && listing.entries.length < wanted);
      this.#set(id, listing);
    } catch (failure) {
      this.#set(id, { ...listing, state: 'failed', failure });
    }
  }
}
