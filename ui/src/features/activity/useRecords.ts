import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtom } from '@xstate/store-react';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { Change } from '@/generated/api';
import * as calls from '@/generated/calls';

const PAGE = 100;
const firstPage: number | undefined = undefined;

/** This session's records, the newest first: live ones, and earlier ones that were fetched. */
export function useRecords() {
  const engine = useEngine();
  const live = useAtom(engine.records);
  const breaks = useAtom(engine.recordsBreak);
  const epoch = useAtom(engine.identity)?.epoch;
  const older = useInfiniteQuery({
    // a snapshot may have skipped records, so those fetched before it have a gap after them
    queryKey: ['records', epoch, breaks],
    queryFn: ({ pageParam: before }) => calls.getSessionRecords(engine.api, { limit: PAGE, before }),
    initialPageParam: firstPage,
    getNextPageParam: (last): number | undefined => (last.more ? last.records.at(-1)?.seq : undefined),
    enabled: epoch !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const records = useMemo(() => {
    const bySeq = new Map<number, Change>();
    for (const page of older.data?.pages ?? [])
      for (const record of page.records) bySeq.set(record.seq, record);
    for (const record of live) bySeq.set(record.seq, record);
    return [...bySeq.values()].sort((a, b) => b.seq - a.seq);
  }, [live, older.data]);
  return { records, older };
}

/** One record, from what is loaded or, where it is older than that, from the server. */
export function useRecord(seq: number | null, loaded: readonly Change[]): Change | null {
  const { api, identity } = useEngine();
  const epoch = useAtom(identity)?.epoch;
  const known = seq === null ? undefined : loaded.find(record => record.seq === seq);
  const fetched = useQuery({
    queryKey: ['record', epoch, seq],
    queryFn: () => calls.getSessionRecords(api, { limit: 1, before: (seq ?? 0) + 1 }),
    enabled: seq !== null && !known,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = fetched.data?.records.find(record => record.seq === seq);
  return known ?? found ?? null;
}

export interface Filter {
  machine: string;
  text: string;
}

/** Whether a record is of the machine and has every word of the text. */
export function matches(record: Change, filter: Filter): boolean {
  if (filter.machine && record.machine !== filter.machine) return false;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const hay = [
    `#${record.seq}`,
    record.machine,
    record.event.type,
    record.from,
    record.to,
    record.refused ? `refused ${record.refused.code}` : '',
    ...record.guards,
    ...record.calls.map(call => call.call),
  ]
    .join(' ')
    .toLowerCase();
  return words.every(word => hay.includes(word));
}

/** '#17' is record 17. */
export function seqOf(reference: string): number | null {
  const seq = Number(reference.replace('#', ''));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}
