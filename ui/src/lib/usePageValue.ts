import { type Atom, createAtom } from '@xstate/store';
import { useAtom } from '@xstate/store-react';
import { useCallback, useEffect } from 'react';

/** A value of a page, beside how often it is mounted. */
interface PageValue<Value> {
  readonly atom: Atom<Value | null>;
  mounted: number;
}

/** Makes a value for `usePageValue`, once for a page. */
export function pageValue<Value>(): PageValue<Value> {
  return { atom: createAtom<Value | null>(null), mounted: 0 };
}

/**
 * A state for what the server answers only once. Another language mounts every page again, which keeps it; leaving the
 * page forgets it. It is in memory only, so that it may be a secret.
 */
export function usePageValue<Value>(page: PageValue<Value>) {
  const value = useAtom(page.atom);
  useEffect(() => {
    page.mounted += 1;
    return () => {
      page.mounted -= 1;
      // another mount of the page has happened by then
      queueMicrotask(() => {
        if (page.mounted === 0) page.atom.set(null);
      });
    };
  }, [page]);
  const set = useCallback(
    (next: Value | null) => {
      // an answer may come when the page has been left
      if (page.mounted > 0) page.atom.set(() => next);
    },
    [page],
  );
  return [value, set] as const;
}
