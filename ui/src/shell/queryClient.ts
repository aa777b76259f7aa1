import { QueryClient } from '@tanstack/react-query';
import { cacheEpoch } from '@/lib/cacheEpoch';

/** The cached responses for the pages and sheets of this tab. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 10_000, refetchOnWindowFocus: false } },
});
// what was fetched for one user must not be shown to the next
cacheEpoch.subscribe(() => queryClient.clear());
