import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { idOf, type Place } from './place';

/** What the queries of the tree are stored as. */
export const REPOSITORIES = ['tree', 'repositories'];
export const detailsKey = (place?: Place) => ['tree', 'details', ...(place ? [idOf(place)] : [])];

export const trashKey = (repository: string) => ['tree', 'trash', repository];

/** The repositories that the user may read. */
export function useRepositories() {
  const { api } = useEngine();
  return useQuery({ queryKey: REPOSITORIES, queryFn: () => repositoryCalls.getTreeRepositories(api) });
}

/** What is known of a place. */
export function useDetails(place: Place) {
  const { api } = useEngine();
  return useQuery({
    queryKey: detailsKey(place),
    queryFn: () => repositoryCalls.getTreeDetails(api, { repository: place.repository, path: place.path }),
    retry: false,
  });
}
