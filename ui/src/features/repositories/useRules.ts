import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { CurrentDownloadRules } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import type { DownloadRule } from '@/generated/types';

const KEY = ['download-rules'];

/** The rules about downloads, in their order. */
export function useRules() {
  const { api } = useEngine();
  return useQuery({ queryKey: KEY, queryFn: () => repositoryCalls.getDownloadRules(api) });
}

/** Loads the newest rules, and replaces those of a revision. Both show what the server answers. */
export function useRulesCalls() {
  const { api } = useEngine();
  const client = useQueryClient();
  const show = async (answer: Promise<CurrentDownloadRules>) => {
    const current = await answer;
    // one that was asked for before may be answered after this, with older rules
    await client.cancelQueries({ queryKey: KEY });
    client.setQueryData(KEY, current);
    return current;
  };
  return {
    load: () => show(repositoryCalls.getDownloadRules(api)),
    replace: (rules: readonly DownloadRule[], revision: number) =>
      show(repositoryCalls.putDownloadRules(api, { rules: [...rules], revision })),
  };
}
