import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { lazyWith } from '@/shell/lazyPage';

const parts = () => loadChunk('session-end', () => import('@/app/session-end/session-end'));
const IdleWarning = lazyWith(() => parts().then(part => part.IdleWarning));
const EndNotice = lazyWith(() => parts().then(part => part.EndNotice));

/**
 * The warnings are loaded this long after the frame, with what is on the cover of a page whose sign-in is over: the
 * network may be gone by then.
 */
const LOADED_AFTER_MS = 5_000;

/** Warns of the end of the session: with a choice where the user was away, else with an explanation (SESS-01). */
export function SessionEnd() {
  const engine = useEngine();
  const isWarned = useMachine('idle').matches('warned');
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const timer = setInterval(() => setIsLoaded(engine.isLive), LOADED_AFTER_MS);
    return () => clearInterval(timer);
  }, [engine, isLoaded]);
  // the page is covered, and its machines are as they were when it was warned
  if (useAtom(engine.held) !== null) return null;
  return (
    <>
      {isWarned && <IdleWarning />}
      {isLoaded && <EndNotice />}
    </>
  );
}
