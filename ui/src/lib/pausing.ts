import { createAtom } from '@xstate/store';
import { useEffect, useState } from 'react';

/** The session has ended, and the page that comes after it is not there yet. Nothing of the old page may show. */
export const signingOut = createAtom(false);

/**
 * The sign-in of the page is over, and what is on it is kept, out of sight, until the same user
 * has signed in again.
 */
export const covered = createAtom(false);

const isHidden = () => document.visibilityState === 'hidden';
/** The page is in a tab or window out of sight. */
export const hidden = createAtom(isHidden());
document.addEventListener('visibilitychange', () => hidden.set(isHidden()));

/**
 * Whether the intervals that this page keeps are paused: while it is hidden or covered, and while the user is signing
 * out.
 */
export const paused = createAtom(() => hidden.get() || signingOut.get() || covered.get());

/** What pauses intervals: `paused`, or `hidden` alone for those that are shown where a page is covered. */
type Pause = typeof paused | typeof hidden;

/** Acts at intervals, but not while intervals are paused, and at once when they resume. Returns what ends it. */
export function every(ms: number, act: () => void, pause: Pause = paused): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const run = () => {
    timer = setInterval(act, ms);
  };
  const watch = pause.subscribe(isPaused => {
    clearInterval(timer);
    if (isPaused) return;
    run();
    act();
  });
  if (!pause.get()) run();
  return () => {
    watch.unsubscribe();
    clearInterval(timer);
  };
}

/** Acts once after so much time in which intervals were not paused. Returns what prevents it. */
export function after(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = ms;
  let begun = 0;
  const cancel = () => {
    watch.unsubscribe();
    clearTimeout(timer);
  };
  const run = () => {
    begun = Date.now();
    timer = setTimeout(() => {
      cancel();
      act();
    }, left);
  };
  const watch = paused.subscribe(isPaused => {
    clearTimeout(timer);
    if (isPaused) left = Math.max(0, left - (Date.now() - begun));
    else run();
  });
  if (!paused.get()) run();
  return cancel;
}

/** `every` while the component is mounted; null for none. */
export function useEvery(ms: number | null, act: () => void, pause: Pause = paused): void {
  // the newest function, without beginning the interval again at each render
  const [latest] = useState(() => ({ act }));
  useEffect(() => {
    latest.act = act;
  });
  useEffect(() => (ms === null ? undefined : every(ms, () => latest.act(), pause)), [ms, latest, pause]);
}
