import { useMemo } from 'react';
import { useCurrentUser } from '@/shell/useCurrentUser';
import type { People } from './people';

/** The name of the signed-in user, for sentences on the own session; null until it is known, or cannot be. */
export function useOwnName(): People | null {
  const { person, user, failed } = useCurrentUser();
  const name = user?.name;
  const settled = person === null || failed || name !== undefined;
  return useMemo(() => {
    if (!settled) return null;
    return person !== null && name !== undefined ? { [person]: name } : {};
  }, [person, name, settled]);
}
