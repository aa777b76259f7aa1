import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';

/** All repositories of the installation, for administrators. */
export function useRepositories() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['repositories'], queryFn: () => calls.getRepositories(api) });
}
