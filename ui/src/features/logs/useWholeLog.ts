import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { LogSearch, LogSearchQuery } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { LogFile } from '@/generated/types';
import type { Filter } from './useMatches';

const ASK_AFTER_MS = 300;

/** A time range; null where it is open. ISO 8601. */
export interface Range {
  from: string | null;
  to: string | null;
}

export const ALL_TIME: Range = { from: null, to: null };

export interface WholeLog {
  result: LogSearch | undefined;
  isFailed: boolean;
  isPending: boolean;
  refresh: () => void;
}

/** What the server finds in the whole log, with the files that were rotated. */
export function useWholeLog(file: LogFile | null, text: string, filter: Filter, range: Range): WholeLog {
  const { api } = useEngine();
  const { service, node, id } = file ?? {};
  const { from, to } = range;
  const wanted = useMemo(
    (): LogSearchQuery => ({
      ...(node && { nodeId: node }),
      ...(id && { id }),
      ...(text.trim() && { q: text.trim() }),
      ...(filter !== 'all' && { level: filter }),
      ...(from && { from }),
      ...(to && { to }),
      limit: '200',
    }),
    [node, id, text, filter, from, to],
  );
  const [asked] = useDebouncedValue(wanted, ASK_AFTER_MS);
  const found = useQuery({
    queryKey: ['log-search', service, asked],
    queryFn: () => calls.getSystemLogsSearchService(api, service ?? '', asked),
    enabled: service !== undefined && asked.id === id,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return {
    result: found.data,
    isFailed: found.isError,
    isPending: found.isFetching || asked !== wanted,
    refresh: () => void found.refetch(),
  };
}
