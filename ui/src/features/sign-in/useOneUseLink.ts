import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '@/engine/api';

/** What the server says of a link. `gone`: it was used, has expired, or was never one. */
type Checked<Link> =
  | { state: 'checking' }
  | { state: 'valid'; link: Link }
  | { state: 'gone' }
  | { state: 'failed'; error: ApiError };

/**
 * Asks the server whether a one-use link works. `check` and `forget`, which is called when it does not, have to be the
 * same functions each time.
 */
export function useOneUseLink<Link>(check: () => Promise<Link>, forget: () => void) {
  const [checked, setChecked] = useState<Checked<Link>>({ state: 'checking' });
  const isChecking = checked.state === 'checking';
  useEffect(() => {
    if (!isChecking) return;
    check().then(
      link => setChecked({ state: 'valid', link }),
      error => {
        if (!(error instanceof ApiError)) throw error;
        const gone = error.status === 410 || error.status === 404;
        setChecked(gone ? { state: 'gone' } : { state: 'failed', error });
      },
    );
  }, [check, isChecking]);
  const isGone = checked.state === 'gone';
  useEffect(() => {
    if (isGone) forget();
  }, [forget, isGone]);
  const retry = useCallback(() => setChecked({ state: 'checking' }), []);
  /** It was used meanwhile. */
  const lose = useCallback(() => setChecked({ state: 'gone' }), []);
  return { checked, retry, lose };
}
