import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { refresh } from '@/shell/refresh';

const LOG = ['mail', 'log'] as const;

/** The newest mails. */
export function useMailLog() {
  const { api } = useEngine();
  return useQuery({ queryKey: LOG, queryFn: () => accountCalls.getAccessApiUiMailLog(api), staleTime: 0 });
}

/** Has the newest mails loaded again. */
export const refreshMailLog = (client: QueryClient): Promise<unknown> => refresh(client, LOG);
