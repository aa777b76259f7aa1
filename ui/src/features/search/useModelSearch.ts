import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { SearchModel, SearchType } from '@/generated/types';
import { searchRefusal } from '@/shell/searchRefusal';

interface ModelSearch {
  /** The search that the address has, as a text; empty without one. */
  text: string;
  /** What the machine has read of it; null while it is about another type. */
  model: SearchModel | null;
  /** Why the last search did not begin. */
  refusal: string | null;
  /** Begins a search: the machine leads to the address of its results. */
  search: (model: SearchModel) => Promise<void>;
  /** Has the machine forget what was searched for. */
  clear: () => Promise<void>;
}

/** Global search as a page of results has it: what its address searches for, and how to search for something else. */
export function useModelSearch(type: SearchType): ModelSearch {
  const { query }: { query?: unknown } = useSearch({ strict: false });
  const engine = useEngine();
  const box = useMachine('search').state?.search;
  const [refusal, setRefusal] = useState<string | null>(null);
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send();
      setRefusal(null);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      setRefusal(searchRefusal(error));
    }
  };
  return {
    text: typeof query === 'string' ? query : '',
    model: box?.search_type === type ? box.model : null,
    refusal,
    search: model =>
      attempt(async () => {
        await engine.send('search', { type: 'open' });
        // a search that the palette could not begin leaves its type behind
        if (box?.search_type !== type)
          await engine.send('search', { type: 'change_type', search_type: type });
        await engine.send('search', { type: 'change_model', model });
        await engine.send('search', { type: 'search' });
      }),
    clear: () => attempt(() => engine.send('search', { type: 'clear' })),
  };
}
