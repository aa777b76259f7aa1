import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import type { SearchType } from '@/generated/types';
import { searchQuery } from './searchQuery';
import { type ModelSearch, useModelSearch } from './useModelSearch';

/**
 * Global search on a page that can be searched in every installation. Where the search box offers its type, the machine
 * has the last word and keeps the search; elsewhere the address has the query, and the machine reads it there
 * (SEARCH-01, SEARCH-03).
 */
export function useAddressSearch(type: SearchType): ModelSearch {
  const engine = useEngine();
  const machine = useModelSearch(type);
  const offers = useMachine('search').state?.search.offers;
  useEffect(() => engine.propose('search', { type: 'open' }), [engine]);
  const isOffered = offers?.some(offer => offer.search_type === type && offer.disabled === null);
  return isOffered ? machine : { ...machine, search: model => machine.show(searchQuery(model)) };
}
