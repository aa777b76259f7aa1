import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as webhookCalls from '@/generated/webhookCalls';
import { report } from '@/lib/report';
import { useSettled } from '@/lib/useSettled';
import { inProject } from './place';

const CLASSES = ['local', 'remote'] as const;
/** How long typing pauses before names are looked for. */
const PAUSE_MS = 300;
/** How many names are suggested. */
const SUGGESTED = 50;
const NONE: readonly string[] = [];

/** Loads a list that the form can do without: that it could not be loaded is only logged (HOOK-05). */
function useOptional<List>(what: string, list: UseQueryOptions<List>) {
  const { data, error } = useQuery({ ...list, retry: false });
  useEffect(() => {
    if (error) report(`The ${what} for webhooks could not be loaded`, error);
  }, [what, error]);
  return { data, error };
}

/**
 * The keys of local and remote repositories, of a project if one is given: nothing happens in a virtual one. Null where
 * they cannot be loaded.
 */
export function useRepositoryKeys(project: string | null): readonly string[] | null {
  const { api } = useEngine();
  const { data, error } = useOptional('repositories', {
    // loaded again with all lists of repositories
    queryKey: ['repositories', 'webhooks', project],
    queryFn: async () => {
      const lists = CLASSES.map(type =>
        webhookCalls.getWebhookListsRepositories(api, { type, ...inProject(project) }),
      );
      return (await Promise.all(lists)).flatMap(list => list.repositories).sort();
    },
  });
  return error ? null : (data ?? NONE);
}

/** The names of builds, of a project if one is given, or of release bundles that have what is typed. */
export function useNamesLike(
  kind: 'builds' | 'release_bundles',
  typed: string,
  project: string | null,
): readonly string[] {
  const { api } = useEngine();
  const wanted = useSettled(typed.trim(), PAUSE_MS);
  const { data } = useOptional('names', {
    queryKey: ['webhook-names', kind, project, wanted],
    queryFn: async () => {
      const query = wanted === '' ? {} : { includePatterns: `*${wanted}*` };
      if (kind === 'builds')
        return (await webhookCalls.getWebhookListsBuilds(api, { ...query, ...inProject(project) })).builds;
      return (await webhookCalls.getWebhookListsBundles(api, query)).bundles;
    },
    // a comma would begin another pattern
    enabled: !wanted.includes(','),
    placeholderData: keepPreviousData,
  });
  return data?.slice(0, SUGGESTED) ?? NONE;
}

/** The keys of the proxies; undefined until and unless they are loaded. */
export function useProxyKeys(): readonly string[] | undefined {
  const { api } = useEngine();
  const { data } = useOptional('proxies', {
    queryKey: ['webhooks', 'proxies'],
    queryFn: () => webhookCalls.getWebhookListsProxies(api),
  });
  return data?.proxies;
}

/** The environments that repositories belong to. */
export function useEnvironments(): readonly string[] {
  const { api } = useEngine();
  const { data } = useOptional('environments', {
    // loaded again with all lists of repositories; beside those of projects, of which one may have any name
    queryKey: ['repositories', 'webhook-environments'],
    queryFn: () => webhookCalls.getWebhookListsEnvironments(api),
  });
  return data?.environments ?? NONE;
}
