import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Place, placeAt } from './place';

/** The place that the address names. */
export function useSelected(): Place | null {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return useMemo(() => placeAt(pathname), [pathname]);
}
