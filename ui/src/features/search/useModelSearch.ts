import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { SearchModel, SearchNotReady, SearchType } from '@/generated/types';
import { searchRefusal } from '@/shell/searchRefusal';

/** Global search on a page of results. */
export interface ModelSearch {
  /** The search that the address has, as a text; empty without one. */
  text: string;
  /** What the machine has read of it; null before it has read something. */
  model: SearchModel | null;
  /** Why that could not begin as a search; null if it could. */
  notReady: SearchNotReady | null;
  /** Why the last search did not begin. */
  refusal: string | null;
  /** Begins a search: the machine leads to the address of its results. */
  search: (model: SearchModel) => Promise<void>;
  /** Has the machine forget what was searched for, and leads to the page without a search. */
  clear: () => Promise<void>;
  /** Leads to the page with another query in its address; without one if it is empty. */
  show: (query: string) => Promise<void>;
}

/** Global search as a page of results has it: what its address searches for, and how to search for something else. */
export function useModelSearch(type: SearchType): ModelSearch {
  const { query }: { query?: unknown } = useSearch({ strict: false });
  const engine = useEngine();
  const router = useRouter();
  const box = useMachine('search').state?.search;
  const current = box?.search_type === type ? box : null;
  // the machine is about another type for a moment, when a search of that type begins
  const [last, setLast] = useState(current);
  if (current !== null && current !== last) setLast(current);
  const read = current ?? last;
  const text = typeof query === 'string' ? query : '';
  // why a search did not begin is about the address from which it was to
  const [refused, setRefused] = useState<{ text: string; why: string } | null>(null);
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send();
      setRefused(null);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      setRefused({ text, why: searchRefusal(error) });
    }
  };
  const show = (wanted: string) =>
    router.navigate({
      to: router.state.location.pathname,
      search: wanted === '' ? {} : { query: wanted },
      state: { keepsFocus: true },
    });
  return {
    text,
    model: read?.model ?? null,
    notReady: read?.not_ready ?? null,
    refusal: refused?.text === text ? refused.why : null,
    search: model =>
      attempt(async () => {
        await engine.send('search', { type: 'open' });
        // a search that the palette could not begin leaves its type behind
        if (box?.search_type !== type)
          await engine.send('search', { type: 'change_type', search_type: type });
        await engine.send('search', { type: 'change_model', model });
        await engine.send('search', { type: 'search' });
      }),
    clear: async () => {
      await Promise.all([attempt(() => engine.send('search', { type: 'clear' })), show('')]);
    },
    show,
  };
}
