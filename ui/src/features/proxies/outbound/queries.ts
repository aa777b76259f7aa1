import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as proxyCalls from '@/generated/proxyCalls';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['proxies'] as const;

/** All proxies. They are loaded whenever a page opens: webhooks change which of them use a proxy. */
export function useProxies() {
  const { api } = useEngine();
  return useQuery({ queryKey: QUERY_KEY, queryFn: () => proxyCalls.getProxies(api), staleTime: 0 });
}

/** Has the proxies loaded again, also those that webhooks can choose from. */
export const refreshProxies = (client: QueryClient): Promise<unknown> =>
  Promise.all([refresh(client, QUERY_KEY), refresh(client, ['webhooks', 'proxies'])]);
