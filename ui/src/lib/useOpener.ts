import { type RefObject, useEffect, useState } from 'react';

/** The cell of a table that is in the order of Tab: in the place of a row that was deleted, the next one has it. */
const NEXT_ROW = 'main [role="grid"] [tabindex="0"]';
const HEADING = 'main h1';

/**
 * Gives the focus back to what had it before a dialog, once that has gone. What has gone too, as the row of something
 * that was deleted, or what has opened nothing, as where the address did, is replaced: by what `rest` is the ref of, by
 * the next row, or by the heading of the page.
 */
export function useOpener(rest?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isOfRow = opener?.closest('[role="row"]');
      const places = [
        opener,
        rest?.current,
        isOfRow && document.querySelector(NEXT_ROW),
        document.querySelector(HEADING),
      ];
      for (const place of places) {
        // it may have been moved already, also by whatever is shown instead; what is not on the page does not take it
        if (document.activeElement !== document.body) return;
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      }
    },
    [opener, rest],
  );
}
