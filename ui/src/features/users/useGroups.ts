import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { calls } from '@/generated/api';

/** All groups of the installation, for administrators. */
export function useGroups() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['groups'], queryFn: () => calls.getAccessApiUiGroups(api) });
}
