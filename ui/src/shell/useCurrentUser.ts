import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';

/** The signed-in user's id, null for a visitor; and the account, once it is loaded or that has failed. */
export function useCurrentUser() {
  const { api } = useEngine();
  const login = useMachine('login');
  const person = login.state?.state === 'signed_in' ? login.state.person : null;
  const { data: user, isError: failed } = useQuery({
    queryKey: ['current', person],
    queryFn: () => calls.getAuthCurrent(api),
    enabled: person !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { person, user, failed };
}
