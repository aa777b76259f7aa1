import type { Api } from '@/engine/api';
import type { VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { newestVersions } from './newest';

/** What a version depends on, as all parts of a page share it. */
export const dependenciesQuery = (api: Api, at: VersionPlaceQuery) => ({
  queryKey: ['packages', 'dependencies', at.repoKey, at.path],
  queryFn: () => repositoryCalls.getPackagesDependencies(api, at),
});

/** The newest stored versions of packages. */
export const newestQuery = (api: Api, ids: readonly string[]) => {
  const wanted = [...new Set(ids)].sort();
  return {
    queryKey: ['packages', 'newest', ...wanted],
    queryFn: () => newestVersions(api, wanted),
    retry: false,
  };
};
