import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import * as repositoryCalls from '@/generated/repositoryCalls';

/** All repositories of the installation, for administrators. */
export function useRepositories() {
  const { api } = useEngine();
  return useQuery({ queryKey: ['repositories'], queryFn: () => calls.getRepositories(api) });
}

/** The repositories that the user may read, and whether the user may create one. */
export function useReadableRepositories() {
  const { api } = useEngine();
  return useQuery({
    queryKey: ['tree', 'repositories'],
    queryFn: () => repositoryCalls.getTreeRepositories(api),
  });
}
