import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';

/** All groups of the installation, for administrators. */
export function useGroups() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['groups'], queryFn: () => accountCalls.getAccessApiUiGroups(api) });
}
