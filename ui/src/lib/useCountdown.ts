import { useEffect, useState } from 'react';
import { hidden, useEvery } from './pausing';

const TICK_MS = 250;

/** Whole seconds left until a time, zero when it has passed. Derived from the clock, so it is right after sleep. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until !== null) setNow(Date.now());
  }, [until]);
  // also where a page is covered: signing in again may have to wait
  useEvery(until !== null && now < until ? TICK_MS : null, () => setNow(Date.now()), hidden);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}
