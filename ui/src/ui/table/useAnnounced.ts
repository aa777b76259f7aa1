import { useEffect, useRef, useState } from 'react';

/** Long enough for a screen reader to announce the result of typing and not of each letter. */
const PAUSE_MS = 600;

/**
 * The text of a polite live region: the count once it has settled, or the last action. An action silences a count that
 * is still to be announced, which would take its place at once.
 */
export function useAnnounced(count: string | null): [string, (done: string) => void] {
  const [announced, setAnnounced] = useState('');
  const timer = useRef<number>(undefined);
  useEffect(() => {
    timer.current = window.setTimeout(() => setAnnounced(count ?? ''), PAUSE_MS);
    return () => window.clearTimeout(timer.current);
  }, [count]);
  const say = (done: string) => {
    window.clearTimeout(timer.current);
    setAnnounced(done);
  };
  return [announced, say];
}
