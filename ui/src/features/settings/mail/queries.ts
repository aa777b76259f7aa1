import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { MailServerPage } from '@/generated/api';
import { refresh } from '@/shell/refresh';

const SERVER = ['mail', 'server'] as const;
const LOG = ['mail', 'log'] as const;

/** The mail server, and whether mails with links can be sent. */
export function useMailServer() {
  const { api } = useEngine();
  return useQuery({
    queryKey: SERVER,
    queryFn: () => accountCalls.getAccessApiUiMailServer(api),
    staleTime: 0,
  });
}

/** The newest mails. */
export function useMailLog() {
  const { api } = useEngine();
  return useQuery({ queryKey: LOG, queryFn: () => accountCalls.getAccessApiUiMailLog(api), staleTime: 0 });
}

/** What the server has answered to a change. */
export function keepMailServer(client: QueryClient, page: MailServerPage): void {
  void client.cancelQueries({ queryKey: SERVER });
  client.setQueryData(SERVER, page);
}

/** Has the mail server loaded again: someone else may have changed it. */
export const refreshMailServer = (client: QueryClient): Promise<unknown> => refresh(client, SERVER);

/** Has the newest mails loaded again. */
export const refreshMailLog = (client: QueryClient): Promise<unknown> => refresh(client, LOG);
