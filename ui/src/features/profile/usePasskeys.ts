import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';

export const PASSKEYS_KEY = ['passkeys'];

/** The passkeys of the signed-in user, and whether there is an authenticator app beside them. */
export function usePasskeys() {
  const { api } = useEngine();
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: () => accountCalls.getAuthPasskeys(api),
    staleTime: 0,
  });
}
