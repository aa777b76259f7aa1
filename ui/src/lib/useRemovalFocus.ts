import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to another row when the row whose button had it is removed from a list: to the one in its place, to
 * one near it if that has no button, or to what `rest` is the ref of if there is none. The first button of a row gets it.
 */
export function useRemovalFocus<Rest extends HTMLElement>(keys: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const rest = useRef<Rest>(null);
  const removed = useRef<{ key: string; row: number } | null>(null);
  // the rows may change long after the removal was sent
  useLayoutEffect(() => {
    if (removed.current === null || keys.includes(removed.current.key)) return;
    const { row } = removed.current;
    removed.current = null;
    // the user may have gone elsewhere meanwhile
    if (document.activeElement !== document.body) return;
    const rows = [...(list.current?.children ?? [])];
    const nearest = [...rows.slice(row), ...rows.slice(0, row).reverse()];
    const next = nearest.map(one => one.querySelector('button')).find(button => button !== null);
    (next ?? rest.current)?.focus();
  });
  return {
    list,
    rest,
    /** The row of this key is about to be removed. */
    removing: (key: string) => {
      removed.current = { key, row: keys.indexOf(key) };
    },
  };
}
