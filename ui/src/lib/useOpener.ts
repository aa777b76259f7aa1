import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what has opened a dialog, once that is closed; `otherwise` gives it to something else if the
 * opener is gone, or if the dialog was opened by its address. What it returns is to be called before the dialog opens.
 */
export function useOpener(isOpen: boolean, otherwise: () => void): () => void {
  const opener = useRef<Element>(null);
  const wasOpen = useRef(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is closing that matters
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const { current } = opener;
      opener.current = null;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else otherwise();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return () => {
    opener.current = document.activeElement;
  };
}
