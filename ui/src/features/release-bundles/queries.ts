import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as distributionCalls from '@/generated/distributionCalls';
import { refreshOf } from './outcomes';

const PORTION = 1_000;

const keyOf = (part: 'status' | 'artifacts', name: string, version: string) =>
  ['release-bundle', part, name, version] as const;

/** What is done with a bundle is loaded again by this key. */
export const statusKey = (name: string, version: string) => keyOf('status', name, version);

// another bundle may get the name and version of one that was deleted
const FRESH = { staleTime: 0, gcTime: 0 };

/** What is known of a bundle, and what is done with it: loaded again while that goes on. */
export function useStatus(name: string, version: string) {
  const { api } = useEngine();
  return useQuery({
    queryKey: statusKey(name, version),
    // a page has one row at least, and none is needed
    queryFn: () => distributionCalls.getReleaseBundlesNameVersion(api, name, version, { limit: 1 }),
    refetchInterval: ({ state }) => refreshOf(state.data, state.error),
    ...FRESH,
  });
}

/** What is in a bundle, which never changes: it may have tens of thousands of artifacts. */
export function useArtifacts(name: string, version: string) {
  const { api } = useEngine();
  return useInfiniteQuery({
    queryKey: keyOf('artifacts', name, version),
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      distributionCalls.getReleaseBundlesNameVersion(api, name, version, {
        limit: PORTION,
        ...(after && { after }),
      }),
    getNextPageParam: ({ page_info }) => (page_info.has_next_page ? page_info.end_cursor : null),
    ...FRESH,
  });
}
