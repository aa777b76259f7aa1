import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time, as it is each minute. */
export function useMinutes(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
