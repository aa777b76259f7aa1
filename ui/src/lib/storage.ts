import { basePath } from './basePath';

/** Browser storage that may be forbidden, full or emptied: reading gives null, writing is given up quietly. */
export interface KeyValue {
  read: (key: string) => string | null;
  write: (key: string, value: string | null) => void;
}

// the storage is the origin's, which may have another server below another path
const own = (key: string) => basePath + key;

function guarded(area: () => Storage): KeyValue {
  return {
    read: key => {
      try {
        return area().getItem(own(key));
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        if (value === null) area().removeItem(own(key));
        else area().setItem(own(key), value);
      } catch {
        // nothing that the console stores is worth an error to the user
      }
    },
  };
}

/** Lives as long as the tab. */
export const tabStorage = guarded(() => sessionStorage);
/** Lives as long as the browser's profile. */
export const browserStorage = guarded(() => localStorage);

export function memoryStorage(): KeyValue {
  const values = new Map<string, string>();
  return {
    read: key => values.get(key) ?? null,
    write: (key, value) => {
      if (value === null) values.delete(key);
      else values.set(key, value);
    },
  };
}
