import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { RegistrationPage } from '@/generated/api';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['registration'] as const;

/** Whether visitors create accounts. */
export function useRegistration() {
  const { api } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => accountCalls.getAccessApiUiRegistration(api),
    staleTime: 0,
  });
}

/** What the server has answered to a change. */
export function keepRegistration(client: QueryClient, page: RegistrationPage): void {
  void client.cancelQueries({ queryKey: QUERY_KEY });
  client.setQueryData(QUERY_KEY, page);
}

/** Has it loaded again: another administrator may have changed it. */
export const refreshRegistration = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);
