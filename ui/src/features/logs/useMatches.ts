import { useDeferredValue, useMemo, useRef } from 'react';
import { isAtLeast, type Level, Lines, levelOf } from './lines';
import type { Tail } from './tail';

/** Which levels are shown: everything, or what is at least as bad as that. */
export type Filter = 'all' | Exclude<Level, 'other'>;

export interface Matches {
  /** The numbers of the lines to show; all when it is null. */
  lines: readonly number[] | null;
  /** Where, among the lines that are shown, something was found. */
  found: readonly number[];
  words: readonly string[];
  /** False while the search for the last input is still to run. */
  isThrough: boolean;
}

/** What is shown and found in what is loaded. Of a log that has only grown, only what is new is looked at. */
export function useMatches(tail: Tail | null, filter: Filter, search: string): Matches {
  const typed = search.trim().toLowerCase();
  const wanted = useDeferredValue(typed);
  const version = tail?.version() ?? 0;
  const kept = useRef<Kept | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the content of the log
  const { lines, found } = useMemo(() => {
    const last = kept.current;
    const goesOn =
      last?.tail === tail &&
      last?.filter === filter &&
      last?.wanted === wanted &&
      last?.dropped === (tail?.lines.dropped ?? 0) &&
      last?.prepended === (tail?.lines.prepended ?? 0) &&
      last?.count <= (tail?.lines.count ?? 0);
    const next = look(tail, filter, wanted, goesOn ? last : null);
    kept.current = next;
    return next;
  }, [tail, version, filter, wanted]);
  const words = useMemo(() => (wanted === '' ? [] : [wanted]), [wanted]);
  return { lines, found, words, isThrough: wanted === typed };
}

interface Kept {
  tail: Tail | null;
  filter: Filter;
  wanted: string;
  dropped: number;
  prepended: number;
  count: number;
  lines: number[] | null;
  found: number[];
}

function look(tail: Tail | null, filter: Filter, wanted: string, last: Kept | null): Kept {
  const lines = tail?.lines ?? new Lines();
  const { count, dropped, prepended } = lines;
  // the last line may have been half there
  const from = Math.max(0, (last?.count ?? 0) - 1);
  const shown = filter === 'all' ? null : levels(lines, filter, from, last?.lines ?? []);
  const found = wanted === '' ? [] : places(lines, wanted, shown, from, last?.found ?? []);
  return { tail, filter, wanted, dropped, prepended, count, lines: shown, found };
}

/** The lines that are as bad as wanted: those before `from` are known. */
function levels(
  lines: Lines,
  filter: Exclude<Filter, 'all'>,
  from: number,
  known: readonly number[],
): number[] {
  const later = lines.matching(from, text => isAtLeast(levelOf(text), filter));
  return [...known.filter(index => index < from), ...later];
}

/** The lines among those shown in which the text occurs. */
function places(
  lines: Lines,
  wanted: string,
  shown: readonly number[] | null,
  from: number,
  known: readonly number[],
): number[] {
  const holds = (index: number) => lines.line(index).text.toLowerCase().includes(wanted);
  if (shown) return shown.flatMap((index, at) => (holds(index) ? [at] : []));
  const later = lines.matching(from, text => text.toLowerCase().includes(wanted));
  return [...known.filter(index => index < from), ...later.filter(holds)];
}
