import { createAtom } from '@xstate/store';
import { useEffect } from 'react';

/** How many forms hold text that a reload of the page would lose. */
export const drafts = createAtom(0);

/** Counts a form among the drafts for as long as it is dirty. */
export function useDraft(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    drafts.set(count => count + 1);
    return () => drafts.set(count => count - 1);
  }, [dirty]);
}
