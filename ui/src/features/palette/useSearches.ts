import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { SearchType } from '@/generated/types';
import { searchRefusal } from '@/shell/searchRefusal';
import { texts } from '@/texts/palette';
import { notify } from '@/ui/notify';
import type { Command } from './commands';

/** A text as a query: filters as they are, and anything else as a name. */
const queryOf = (text: string): string =>
  /^[A-Za-z]+:/.test(text) ? text : `name:"${text.replace(/[\\"]/g, '\\$&')}"`;

/** What global search offers: the typed text in each type of search, and recent searches before anything is typed. */
export function useSearches(typed: string): Command[] {
  const engine = useEngine();
  const { state } = useMachine('search');
  useEffect(() => engine.propose('search', { type: 'open' }), [engine]);
  const search = async (type: SearchType) => {
    try {
      // the type of the page is the first one, and choosing it again would forget what was searched for
      if (state?.search.search_type !== type)
        await engine.send('search', { type: 'change_type', search_type: type });
      await engine.send('search', { type: 'change_query', query: queryOf(typed) });
      await engine.send('search', { type: 'search' });
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      notify({ text: searchRefusal(error), severity: 'error' });
    }
  };
  if (!state) return [];
  const { offers, recent_searches: recent } = state.search;
  if (typed === '') {
    return recent.map(({ id, search_type, query_string }) => ({
      id: `searches-${id}`,
      group: 'searches',
      label: query_string,
      hint: texts.searched[search_type],
      run: () => engine.propose('search', { type: 'search_again', id }),
    }));
  }
  return offers
    .filter(({ disabled }) => disabled === null)
    .map(({ search_type: type }) => ({
      id: `search-${type}`,
      group: 'search',
      label: texts.search[type]({ text: typed }),
      hint: '',
      run: () => void search(type),
    }));
}
