import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Loads again what a change has made old, by the beginning of its keys. A request that is under way may have been
 * answered before the change, so it is cancelled: TanStack Query alone would take the answer to a first one for the
 * newest.
 */
export function refresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return notifyManager.batch(() => {
    void client.cancelQueries({ queryKey });
    return client.invalidateQueries({ queryKey });
  });
}
