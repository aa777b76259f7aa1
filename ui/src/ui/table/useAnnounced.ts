import { useEffect, useState } from 'react';

/** Long enough for a screen reader to announce the result of typing and not of each letter. */
const PAUSE_MS = 600;

/** The text of a polite live region: the count once it has settled, or the last action. */
export function useAnnounced(count: string | null): [string, (done: string) => void] {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(count ?? ''), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return [announced, setAnnounced];
}
