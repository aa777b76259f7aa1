import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import { refresh } from '@/shell/refresh';

const QUERY_KEY = ['user-directories'] as const;

/** All directories that check passwords, for administrators. */
export function useUserDirectories() {
  const { api } = useEngine();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => accountCalls.getAccessApiUiUserDirectories(api),
  });
}

/** Has the directories loaded again. */
export const refreshDirectories = (client: QueryClient): Promise<unknown> => refresh(client, QUERY_KEY);
