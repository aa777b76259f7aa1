import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has been in the visible part of the page, for what is loaded only then. */
export function useSeen<E extends Element>(): { ref: RefObject<E | null>; seen: boolean } {
  const ref = useRef<E>(null);
  const [seen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (seen || !ref.current) return;
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}
