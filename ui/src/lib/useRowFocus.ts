import { useLayoutEffect, useRef } from 'react';

/** Moves the focus once rows have come, gone or moved: the button that was pressed may be gone with its row. */
export function useRowFocus(rows: readonly unknown[]) {
  const list = useRef<HTMLElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const next = useRef<{ row: number; part: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the rows that matters
  useLayoutEffect(() => {
    if (next.current === null) return;
    const { row, part } = next.current;
    next.current = null;
    const all = list.current?.children ?? [];
    const target = all[Math.min(row, all.length - 1)]?.querySelector<HTMLElement>(part);
    (target ?? adder.current)?.focus();
  }, [rows]);
  return {
    list: (element: HTMLElement | null) => {
      list.current = element;
    },
    adder,
    /** To be called before the rows change: what in which row gets the focus then. */
    focusNext: (row: number, part: string) => {
      next.current = { row, part };
    },
  };
}
