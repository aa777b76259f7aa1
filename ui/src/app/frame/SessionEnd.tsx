import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { loadChunk } from '@/lib/chunk';
import { useEvery } from '@/lib/pausing';
import { lazyWith } from '@/shell/lazyPage';

const parts = () => loadChunk('session-end', () => import('@/features/session-end/session-end'));
const IdleWarning = lazyWith(() => parts().then(part => part.IdleWarning));
const EndNotice = lazyWith(() => parts().then(part => part.EndNotice));

/** How long before its end a session is announced to end. */
export const ANNOUNCED_MS = 5 * 60_000;
const LOOK_MS = 15_000;

/** Warns of the end of the session: with a choice where the user was away, and with an explanation otherwise (SESS-01). */
export function SessionEnd() {
  const engine = useEngine();
  const idle = useMachine('idle');
  const login = useMachine('login');
  const until = login.state?.state === 'signed_in' ? login.state.until : null;
  const isNear = useIsNear(until === null ? null : engine.localMs(until));
  // the page is covered, and its machines are as they were when it was warned
  if (useAtom(engine.held) !== null) return null;
  return (
    <>
      {idle.state?.state === 'warned' && (
        <IdleWarning
          until={engine.localMs(idle.state.limit.until)}
          stay={() => idle.send({ type: 'stay' })}
        />
      )}
      {until !== null && isNear && <EndNotice key={until} at={until} />}
    </>
  );
}

/** Whether a time comes within the next minutes. It may be weeks away, which is more than a timer can wait. */
function useIsNear(at: number | null): boolean {
  const isNear = () => at !== null && at > Date.now() && at - Date.now() <= ANNOUNCED_MS;
  const [near, setNear] = useState(isNear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is made of the time
  useEffect(() => setNear(isNear()), [at]);
  useEvery(at === null ? null : LOOK_MS, () => setNear(isNear()));
  return near;
}
