import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';

/** Whether links can be sent by mail. Until that is known, and if it cannot be loaded, they are shown instead. */
export function useCanMail(): boolean {
  const { api } = useEngine();
  const { data } = useQuery({
    queryKey: ['mail', 'server'],
    queryFn: () => accountCalls.getAccessApiUiMailServer(api),
    staleTime: 0,
  });
  return data?.can_send ?? false;
}
