import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';
import type { Menus } from '@/generated/types';
import { withKnownRoutes } from './menu';

/** The project that the address names; null for all of them. */
export function useProject(): string | null {
  const key = useRouterState({
    select: state => {
      const { projectKey } = (state.resolvedLocation ?? state.location).search as Record<string, unknown>;
      return typeof projectKey === 'string' ? projectKey : '';
    },
  });
  return key === '' || key === 'all' ? null : key;
}

/**
 * The menus for this user. They are fetched again whenever start-up, which knows the facts behind them, has moved, or
 * quick setup, whose page takes the place of quick actions; until the new ones are there the last ones stay.
 */
export function useMenus(): Menus | null {
  const engine = useEngine();
  const startup = useMachine('startup');
  const epoch = useAtom(engine.identity)?.epoch;
  const quickSetup = useMachine('quick_setup');
  const project = useProject();
  const query = useQuery({
    queryKey: ['menu', epoch, startup.instance, quickSetup.instance, project],
    queryFn: async () =>
      withKnownRoutes(await calls.getSessionMenu(engine.api, project === null ? {} : { project })),
    enabled: startup.matches('ready') || startup.matches('failed'),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data ?? null;
}
