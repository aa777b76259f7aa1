import { useRef, useState } from 'react';
import { ApiError } from './api';

export interface Submit {
  busy: boolean;
  error: ApiError | null;
  /** When the server allows a retry. */
  retryAt: number | null;
  clear: () => void;
  /** Runs one request at a time; true when it succeeded. */
  run: (request: () => Promise<unknown>) => Promise<boolean>;
}

/** One form's request: whether it is under way, and what came of it. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const running = useRef(false);
  return {
    busy,
    error,
    retryAt,
    clear: () => setError(null),
    run: async request => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setError(null);
      try {
        await request();
        return true;
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure);
        setRetryAt(failure.retryAfterMs === null ? null : Date.now() + failure.retryAfterMs);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
