import { useSearch } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import type { SearchType } from '@/generated/types';

/** The name that the address of a page searches for, as global search has read it; empty if it searches nothing. */
export function useSearchedName(type: SearchType): string {
  const { query }: { query?: unknown } = useSearch({ strict: false });
  const box = useMachine('search').state?.search;
  // the machine follows the address a moment later, with another type until then
  if (!query || box?.search_type !== type) return '';
  // lists find a name by any part of it
  return box.model.name.replace(/\*+$/, '');
}
