import { useInfiniteQuery } from '@tanstack/react-query';
import { useAtom } from '@xstate/store-react';
import { useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import type { Change } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { Keys } from '@/shell/acts/subject';
import type { useRecords } from './useRecords';

const PAGE = 100;
/** What the session changes elsewhere is not pushed to it. */
const REFRESH_MS = 10_000;
const newest: string | undefined = undefined;

/** What this session did, the newest first: its own records, and those of what it changed in the installation. */
export function useOwnActs(own: ReturnType<typeof useRecords>) {
  const engine = useEngine();
  const epoch = useAtom(engine.identity)?.epoch;
  const login = useMachine('login').state;
  const navigation = useMachine('navigation').state;
  const isSignedIn = login?.state === 'signed_in';
  const changes = useInfiniteQuery({
    queryKey: ['session-changes', epoch],
    queryFn: ({ pageParam: before }) =>
      calls.getSessionChanges(engine.api, { limit: PAGE, ...(before !== undefined && { before }) }),
    initialPageParam: newest,
    getNextPageParam: (last): string | undefined => last.next ?? undefined,
    enabled: epoch !== undefined && isSignedIn,
    refetchInterval: REFRESH_MS,
  });
  const pages = changes.data?.pages;
  const elsewhere = useMemo(() => (pages ?? []).flatMap(page => page.records), [pages]);
  const repositories = useMemo(
    () => Object.assign({}, ...(pages ?? []).map(page => page.repositories)) as Keys,
    [pages],
  );
  const names = useMemo(() => Object.assign({}, ...(pages ?? []).map(page => page.names)), [pages]);
  const hasOlder = { own: own.older.hasNextPage, elsewhere: changes.hasNextPage };
  const records = useMemo(
    () => merged(own.records, hasOlder.own, elsewhere, hasOlder.elsewhere),
    [own.records, hasOlder.own, elsewhere, hasOlder.elsewhere],
  );
  const older = {
    // both count, so that a page of either is noticed
    data: { pages: [...(own.older.data?.pages ?? []), ...(pages ?? [])] },
    hasNextPage: hasOlder.own || hasOlder.elsewhere,
    isFetching: own.older.isFetching || (changes.isFetching && !changes.isRefetching),
    isError: own.older.isError || changes.isError,
    fetchNextPage: async () => {
      await Promise.all([
        (hasOlder.own || own.older.isError) && own.older.fetchNextPage(),
        (hasOlder.elsewhere || changes.isError) && changes.fetchNextPage(),
      ]);
    },
  };
  // lines that came later would push those away that are shown: one of them is that this page was opened
  const [isSettled, settle] = useState(false);
  const isLoaded = login !== null && own.older.isFetched && (!isSignedIn || changes.isFetched);
  if (isLoaded && navigation?.state === 'settled' && !isSettled) settle(true);
  return { records, older, repositories, names, isSettled };
}

/** Two lists by time, the newest first. Where one goes on, nothing older than its end is shown before it is loaded. */
export function merged(
  one: readonly Change[],
  oneGoesOn: boolean,
  other: readonly Change[],
  otherGoesOn: boolean,
): Change[] {
  const endOf = (records: readonly Change[], goesOn: boolean) => (goesOn ? (records.at(-1)?.at ?? '9') : '');
  const [oneEnd, otherEnd] = [endOf(one, oneGoesOn), endOf(other, otherGoesOn)];
  const end = oneEnd > otherEnd ? oneEnd : otherEnd;
  const all = [...one, ...other].filter(record => record.at >= end);
  return all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
