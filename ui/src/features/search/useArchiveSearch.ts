import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { SearchModel } from '@/generated/types';
import { pathnameOf } from '@/shell/paths';
import { searchRefusal } from '@/shell/searchRefusal';
import { texts } from '@/texts/search';
import { archiveQuery } from './archiveQuery';

/** The search box on the page of the archive. */
interface Searching {
  /** What is searched for; null while the search box is about something else. */
  model: SearchModel | null;
  /** Why a search was refused, or why that of the address is none. */
  refusal: string | null;
  search: (model: SearchModel) => void;
  clear: () => void;
}

/**
 * Searches the archive. Where the search box offers that, its machine has the last word and keeps the search; elsewhere
 * the address has the query, and the machine judges what it reads there (SEARCH-01, SEARCH-03).
 */
export function useArchiveSearch(query: string): Searching {
  const engine = useEngine();
  const router = useRouter();
  const { state } = useMachine('search');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => engine.propose('search', { type: 'open' }), [engine]);
  const box = state?.search;
  const isOffered = box?.offers.some(offer => offer.search_type === 'archive' && offer.disabled === null);
  const show = (wanted: string) =>
    void router.navigate({
      to: pathnameOf('archiveSearch'),
      search: wanted === '' ? {} : { query: wanted },
      state: { keepsFocus: true },
    });
  const propose = async (model: SearchModel) => {
    try {
      await engine.send('search', { type: 'change_model', model });
      await engine.send('search', { type: 'search' });
      setRefusal(null);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      setRefusal(searchRefusal(error));
    }
  };
  const isAbout = box?.search_type === 'archive';
  const isIncomplete = isAbout && query !== '' && box.not_ready === 'archive_incomplete';
  return {
    model: isAbout ? box.model : null,
    refusal: refusal ?? (isIncomplete ? texts.refused.search_archive_incomplete : null),
    search: model => {
      if (isOffered) void propose(model);
      else show(archiveQuery(model));
    },
    clear: () => {
      setRefusal(null);
      show('');
    },
  };
}
