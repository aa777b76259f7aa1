import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { MailServerPage } from '@/generated/api';
import { refresh } from './refresh';

const SERVER = ['mail', 'server'] as const;

/** The mail server, and whether mails with links can be sent. */
export function useMailServer() {
  const { api } = useEngine();
  return useQuery({
    queryKey: SERVER,
    queryFn: () => accountCalls.getAccessApiUiMailServer(api),
    staleTime: 0,
  });
}

/** Whether links can be sent by mail. Until that is known, and if it cannot be loaded, they are shown instead. */
export const useCanMail = (): boolean => useMailServer().data?.can_send ?? false;

/** What the server has answered to a change. */
export function keepMailServer(client: QueryClient, page: MailServerPage): void {
  void client.cancelQueries({ queryKey: SERVER });
  client.setQueryData(SERVER, page);
}

/** Has the mail server loaded again: someone else may have changed it. */
export const refreshMailServer = (client: QueryClient): Promise<unknown> => refresh(client, SERVER);
