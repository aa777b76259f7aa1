import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** The cell of a table that is in the order of Tab: there is one, unless nothing is listed. */
export const TABLE_CELL = '[role="grid"] [tabindex="0"]';

/**
 * Keeps the focus among the rows of a table when the one that has it is removed, as that of something that was deleted:
 * the cell in its place gets it, or the heading of the page where no row is left.
 */
export function useKeptFocus() {
  const panel = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  // no event says that what had the focus was removed
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    const cell = panel.current?.querySelector<HTMLElement>(TABLE_CELL);
    const next = cell ?? document.querySelector<HTMLElement>('main h1');
    next?.focus({ preventScroll: true });
  });
  return {
    ref: panel,
    onFocus: ({ target }: FocusEvent) => {
      // the menu of a row is elsewhere on the page
      hasFocus.current = target.closest('[role="grid"]') !== null;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
