import { type Atom, createAtom } from '@xstate/store';
import { type Api, ApiError } from '@/engine/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { newTrace } from '@/lib/ids';
import { parseJson } from '@/lib/json';
import type { Place } from './place';

/** How many files are sent at once; the others wait. */
const AT_ONCE = 2;
/** How many files the list holds. */
export const UPLOADS_MAX = 500;

export interface Upload {
  id: number;
  /** Where the file is stored. */
  place: Place;
  file: File;
  /** `exists`: a file is there, and the user has to say whether it is replaced. */
  state: 'waiting' | 'sending' | 'done' | 'cancelled' | 'exists' | 'failed';
  sent: number;
  replace: boolean;
  /** Why it failed. */
  error: ApiError | null;
}

/** The files that are uploaded, in their order. They go on while other pages are shown. */
export class Uploads {
  readonly items: Atom<readonly Upload[]> = createAtom<readonly Upload[]>([]);
  readonly #api: Api;
  readonly #sending = new Map<number, XMLHttpRequest>();
  #number = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds files; returns whether there was room for all of them. */
  add(places: readonly (readonly [Place, File])[]): boolean {
    const room = UPLOADS_MAX - this.items.get().length;
    const added = places.slice(0, room).map(([place, file]): Upload => {
      this.#number += 1;
      return {
        id: this.#number,
        place,
        file,
        state: 'waiting',
        sent: 0,
        replace: false,
        error: null,
      };
    });
    this.items.set(items => [...items, ...added]);
    this.#next();
    return places.length <= room;
  }

  cancel(id: number): void {
    this.#edit(id, { state: 'cancelled' });
    this.#sending.get(id)?.abort();
    this.#next();
  }

  /** Tries again, and replaces what is there if the user has confirmed that. */
  again(id: number, replace: boolean): void {
    this.#edit(id, { state: 'waiting', sent: 0, error: null, replace });
    this.#next();
  }

  /** Forgets what is over. */
  clear(): void {
    this.items.set(items => items.filter(({ state }) => state === 'waiting' || state === 'sending'));
  }

  #edit(id: number, change: Partial<Upload>): void {
    this.items.set(items => items.map(item => (item.id === id ? { ...item, ...change } : item)));
  }

  #stateOf(id: number): Upload['state'] | undefined {
    return this.items.get().find(item => item.id === id)?.state;
  }

  #next(): void {
    const items = this.items.get();
    const under = items.filter(({ state }) => state === 'sending').length;
    for (const upload of items.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - under)) {
      this.#edit(upload.id, { state: 'sending' });
      void this.#send(upload);
    }
  }

  async #send({ id, place, file, replace }: Upload): Promise<void> {
    try {
      const { repository, path } = place;
      const ticket = await repositoryCalls.postTreeUploads(this.#api, {
        repository,
        path,
        bytes: file.size,
        replace,
      });
      if (this.#stateOf(id) !== 'sending') return;
      await this.#put(id, ticket.path, file);
      this.#edit(id, { state: 'done', sent: file.size });
    } catch (error) {
      if (this.#stateOf(id) !== 'sending') return;
      const known = error instanceof ApiError ? error : new ApiError(0, null);
      const state = known.code === 'artifact_exists' && !replace ? 'exists' : 'failed';
      this.#edit(id, { state, error: known });
    } finally {
      this.#sending.delete(id);
      this.#next();
    }
  }

  /** Sends the bytes with a ticket; only this kind of request says how much has been sent. */
  #put(id: number, path: string, file: File): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      this.#sending.set(id, request);
      request.upload.onprogress = ({ loaded }) => this.#edit(id, { sent: loaded });
      request.onload = () =>
        request.status === 201
          ? resolve()
          : reject(new ApiError(request.status, parseJson(request.responseText)));
      request.onerror = () => reject(new ApiError(0, null));
      request.onabort = request.onerror;
      request.open('PUT', path);
      request.setRequestHeader('content-type', 'application/octet-stream');
      request.setRequestHeader('x-trace-id', newTrace());
      request.send(file);
    });
  }
}

const known = new WeakMap<Api, Uploads>();

/** The uploads of this page, whichever of its parts asks. */
export function uploadsOf(api: Api): Uploads {
  const uploads = known.get(api) ?? new Uploads(api);
  known.set(api, uploads);
  return uploads;
}
