import { notifyManager, type QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';

/**
 * Loads again what a change has made old, by the beginning of its keys, and of those only what a test holds for. A
 * request that is under way may have been answered before the change, so it is cancelled: TanStack Query alone would
 * take the answer to a first one for the newest.
 */
export function refresh(
  client: QueryClient,
  queryKey: QueryKey,
  predicate?: QueryFilters['predicate'],
): Promise<void> {
  const filters = { queryKey, ...(predicate && { predicate }) };
  return notifyManager.batch(() => {
    void client.cancelQueries(filters);
    return client.invalidateQueries(filters);
  });
}
