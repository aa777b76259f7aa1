import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Engine } from '@/engine/engine';
import { activityReportedMs, idleMs } from '@/generated/constants';

const signs = ['mousemove', 'keydown', 'mousedown', 'touchstart'] as const;

/** Whether the sign-in ends when its user is away, and its end has not come near. */
function countsActivity(engine: Engine): boolean {
  const idle = engine.mirror.stateOf('idle');
  return (idle?.state === 'watching' || idle?.state === 'checking') && idle.limit !== undefined;
}

/**
 * After a while without activity, the next activity has the server check that the session is still valid. Where idle
 * users are signed out, activity is reported now and then as well, which is not recorded.
 */
export function useIdleWatch(): void {
  const engine = useEngine();
  useEffect(() => {
    let last = Date.now();
    let reported = Number.NEGATIVE_INFINITY;
    const sign = () => {
      const now = Date.now();
      const away = now - last;
      last = now;
      if (now - reported >= activityReportedMs && engine.isLive && countsActivity(engine)) {
        reported = now;
        engine.transmit({ type: 'activity' });
      }
      if (away >= idleMs && engine.mirror.view('idle')?.can.includes('activity'))
        engine.propose('idle', { type: 'activity', idle_ms: away });
    };
    for (const name of signs) window.addEventListener(name, sign, { passive: true });
    return () => {
      for (const name of signs) window.removeEventListener(name, sign);
    };
  }, [engine]);
}
