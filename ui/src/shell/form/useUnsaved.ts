import { createContext, useContext, useEffect } from 'react';
import { useDraft } from '@/lib/drafts';

/** Receives whether a form has something that closing the dialog around it would lose. */
export const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => undefined);

/**
 * Counts a form among the drafts for as long as it is dirty. A dialog around it asks before it closes then. It is for
 * forms whose values are in their component alone: what `useTyped` keeps is not lost with a dialog.
 */
export function useUnsaved(isDirty: boolean): void {
  useDraft(isDirty);
  const report = useContext(UnsavedContext);
  useEffect(() => {
    report(isDirty);
    return () => report(false);
  }, [isDirty, report]);
}
