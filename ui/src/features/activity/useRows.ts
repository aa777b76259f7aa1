import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const OVERSCAN = 8;

interface Rows {
  first: number;
  last: number;
  /** Whether the list is scrolled to its newest end. */
  atTop: boolean;
  onScroll: () => void;
}

/** Which rows of one height are in sight. A thousand records are then forty elements. */
export function useRows(list: RefObject<HTMLDivElement | null>, count: number, rowHeight: number): Rows {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = list.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setView({ top: element.scrollTop, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return {
    first: Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN),
    last: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN),
    atTop: view.top < rowHeight / 2,
    onScroll: () => {
      const element = list.current;
      if (element) setView({ top: element.scrollTop, height: element.clientHeight });
    },
  };
}

/** Keeps the scroll position stable while rows are added above. */
export function useSteadyScroll(
  list: RefObject<HTMLDivElement | null>,
  newest: readonly number[],
  rowHeight: number,
) {
  const head = useRef(newest[0]);
  useLayoutEffect(() => {
    const before = head.current;
    head.current = newest[0];
    const element = list.current;
    if (!element || before === undefined || element.scrollTop < rowHeight) return;
    const added = newest.indexOf(before);
    if (added > 0) element.scrollTop += added * rowHeight;
  }, [list, newest, rowHeight]);
}
