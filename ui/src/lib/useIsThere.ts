import { useEffect, useRef } from 'react';

/** Whether a component is still there, for what comes of an answer that it has waited for. */
export function useIsThere(): () => boolean {
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return () => there.current;
}
