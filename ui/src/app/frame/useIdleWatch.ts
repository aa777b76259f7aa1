import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { idleMs } from '@/generated/constants';

const signs = ['mousemove', 'keydown', 'mousedown', 'touchstart'] as const;

/** After a while without activity, the next activity has the server check that the session is still valid. */
export function useIdleWatch(): void {
  const engine = useEngine();
  useEffect(() => {
    let last = Date.now();
    const sign = () => {
      const now = Date.now();
      const away = now - last;
      last = now;
      if (away >= idleMs && engine.mirror.view('idle')?.can.includes('activity'))
        engine.propose('idle', { type: 'activity', idle_ms: away });
    };
    for (const name of signs) window.addEventListener(name, sign, { passive: true });
    return () => {
      for (const name of signs) window.removeEventListener(name, sign);
    };
  }, [engine]);
}
