import { useEffect, useState } from 'react';

/** How long typing pauses before what was typed is searched for. */
const SETTLED_MS = 80;

/** A text once typing pauses, for `pause` milliseconds. */
export function useSettled(text: string, pause = SETTLED_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pause);
    return () => window.clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
