import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Place, placeAt } from './place';

/** The place that the address names. */
export function useSelected(): Place | null {
  const pathname = useLocation({ select: location => location.pathname });
  return useMemo(() => placeAt(pathname), [pathname]);
}
