import { useRef } from 'react';

/** Which rows are chosen, by their ids. The page owns it, for it knows what is to be done with them. */
export interface Selection {
  selected: ReadonlySet<string>;
  select: (next: ReadonlySet<string>) => void;
}

/** The ids from one row to another, whichever comes first. */
export function idsBetween(ids: readonly string[], one: number, other: number): readonly string[] {
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1);
}

export interface Selecting {
  toggle: (row: number) => void;
  /** Makes a row the one that a range begins at, unless one has begun. */
  begin: (row: number) => void;
  /** Selects from the row that was toggled last to this one, instead of the previous range. */
  extend: (row: number) => void;
  /** Selects all rows that are shown, or none of them where all are selected. */
  toggleAll: () => void;
}

export function useSelecting(selection: Selection | undefined, ids: readonly string[]): Selecting | null {
  const anchor = useRef<{ id: string; before: ReadonlySet<string> } | null>(null);
  if (!selection) return null;
  const { selected, select } = selection;
  const toggle = (row: number) => {
    const id = ids[row];
    if (id === undefined) return;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    anchor.current = { id, before: next };
    select(next);
  };
  return {
    toggle,
    begin: row => {
      const id = ids[row];
      if (id !== undefined) anchor.current ??= { id, before: new Set([...selected, id]) };
    },
    extend: row => {
      const start = anchor.current ? ids.indexOf(anchor.current.id) : -1;
      if (!anchor.current || start < 0) toggle(row);
      else select(new Set([...anchor.current.before, ...idsBetween(ids, start, row)]));
    },
    toggleAll: () => {
      const next = new Set(selected);
      const all = ids.every(id => selected.has(id));
      for (const id of ids) {
        if (all) next.delete(id);
        else next.add(id);
      }
      anchor.current = null;
      select(next);
    },
  };
}
