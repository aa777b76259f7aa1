import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { ProvisioningPage } from '@/generated/api';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['provisioning'] as const;

/** Whether clients provision users and groups. */
export function useProvisioning() {
  const { api } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => accountCalls.getAccessApiUiProvisioning(api),
    staleTime: 0,
  });
}

/** What the server has answered to a change. */
export function keepProvisioning(client: QueryClient, page: ProvisioningPage): void {
  void client.cancelQueries({ queryKey: QUERY_KEY });
  client.setQueryData(QUERY_KEY, page);
}

/** Has it loaded again: another administrator may have changed it. */
export const refreshProvisioning = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);
