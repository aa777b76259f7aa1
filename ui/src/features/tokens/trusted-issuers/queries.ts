import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['trusted-issuers'] as const;

/** All issuers whose tokens are exchanged for access tokens of robots, for administrators. */
export function useTrustedIssuers() {
  const { api } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => accountCalls.getAccessApiUiTrustedIssuers(api),
  });
}

/** Has the issuers loaded again. */
export const refreshIssuers = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);
