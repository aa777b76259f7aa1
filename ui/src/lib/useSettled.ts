import { useEffect, useState } from 'react';

/** How long typing pauses before what was typed is searched for. */
const SETTLED_MS = 80;

/** A text once typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
