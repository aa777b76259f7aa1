import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as distributionCalls from '@/generated/distributionCalls';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['distribution-targets'] as const;

/** All distribution targets, for administrators. */
export function useTargets() {
  const { api } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => distributionCalls.getDistributionTargets(api),
    staleTime: 0,
  });
}

/** Has the distribution targets loaded again. */
export const refreshTargets = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);
