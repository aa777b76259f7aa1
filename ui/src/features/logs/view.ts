import { useState } from 'react';
import { texts } from '@/texts/logs';
import { fullTime } from '@/texts/time';
import type { Filter } from './useMatches';
import { ALL_TIME, type Range } from './useWholeLog';

/** What the user has chosen for the view. */
export interface View {
  search: string;
  setSearch: (search: string) => void;
  filter: Filter;
  setFilter: (filter: Filter) => void;
  range: Range;
  setRange: (range: Range) => void;
  wrap: boolean;
  setWrap: (wrap: boolean) => void;
  columns: boolean;
  setColumns: (columns: boolean) => void;
  follow: boolean;
  setFollow: (follow: boolean) => void;
  /** Searches for everything again. */
  reset: () => void;
}

/** The choices for the view, which last as long as the log is shown. */
export function useView(): View {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [range, setRange] = useState(ALL_TIME);
  const [wrap, setWrap] = useState(false);
  const [columns, setColumns] = useState(true);
  const [follow, setFollow] = useState(true);
  const reset = () => {
    setSearch('');
    setFilter('all');
    setRange(ALL_TIME);
  };
  return {
    ...{ search, setSearch, filter, setFilter, range, setRange, wrap, setWrap },
    ...{ columns, setColumns, follow, setFollow, reset },
  };
}

/** What is searched for, as a text; empty where that is everything. */
export function whatOf({ search, filter, range }: View): string {
  const words = [
    search.trim() !== '' && `“${search.trim()}”`,
    filter !== 'all' && texts.levels[filter],
    range.from && `${texts.whole.from} ${fullTime(range.from)}`,
    range.to && `${texts.whole.to} ${fullTime(range.to)}`,
  ];
  return words.filter(Boolean).join(' · ');
}
