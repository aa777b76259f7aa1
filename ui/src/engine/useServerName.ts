import { useAtom } from '@xstate/store-react';
import { useEngine } from './EngineContext';

/** The name of the server; null until it is known, and where the server has none. */
export function useServerName(): string | null {
  return useAtom(useEngine().footer)?.serverName || null;
}
