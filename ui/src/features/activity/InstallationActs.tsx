import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { ActKind } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { ActFilter } from '@/shell/acts/groups';
import type { Keys } from '@/shell/acts/subject';
import { texts } from '@/texts/activity';
import { Button } from '@/ui/Button';
import { ActsView } from './ActsView';

const filters: readonly ActFilter[] = ['all', 'signIn', 'page', 'change', 'reading', 'server', 'refused'];
/** What the server calls the filters. */
const kinds: Partial<Record<ActFilter, ActKind>> = {
  signIn: 'sign_in',
  page: 'page',
  change: 'change',
  reading: 'reading',
  server: 'server',
  refused: 'refused',
};
const PAGE = 100;
const newest: string | undefined = undefined;

/** What all users and the server did, or what concerns one user, for administrators. */
export function InstallationActs({ user }: { user: string | null }) {
  const { api } = useEngine();
  const [filter, setFilter] = useState<ActFilter>('all');
  const kind = kinds[filter];
  const older = useInfiniteQuery({
    queryKey: ['acts', user, kind],
    queryFn: ({ pageParam: before }) =>
      calls.getAuditActs(api, {
        limit: PAGE,
        ...(before !== undefined && { before }),
        ...(user !== null && { user }),
        ...(kind && { kind }),
      }),
    initialPageParam: newest,
    getNextPageParam: (last): string | undefined => last.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = older.data?.pages;
  const records = useMemo(() => (pages ?? []).flatMap(page => page.records), [pages]);
  const repositories = useMemo(
    () => Object.assign({}, ...(pages ?? []).map(page => page.repositories)) as Keys,
    [pages],
  );
  const people = useMemo(() => Object.assign({}, ...(pages ?? []).map(page => page.names)), [pages]);
  return (
    <ActsView
      records={records}
      older={older}
      people={people}
      repositories={repositories}
      filters={filters}
      filter={filter}
      setFilter={setFilter}
      end={texts.activity.endOfAll}
      tools={
        <Button variant="default" size="sm" loading={older.isRefetching} onClick={() => void older.refetch()}>
          {texts.activity.refresh}
        </Button>
      }
    />
  );
}
