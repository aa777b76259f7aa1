import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '@/engine/topics';
import { refresh } from '@/shell/refresh';
import { useInTurn } from '@/shell/useInTurn';
import { idOf, placeOf } from './place';
import { detailsKey, REPOSITORIES, trashKey } from './queries';
import type { TreeStore } from './treeStore';

/** How many repositories are followed at once: a page has a limited number of subscriptions. */
export const FOLLOWED_MAX = 10;

interface FollowedProps {
  repository: string;
  store: TreeStore;
}

/** Shows what changes in a repository while it is open. */
export function Followed({ repository, store }: FollowedProps) {
  const queries = useQueryClient();
  // the ids of the places that have changed and are not read again yet; null for all of the repository
  const changed = useRef<Set<string> | null>(new Set());
  const read = useInTurn(() => {
    const ids = changed.current;
    changed.current = new Set();
    return Promise.all([
      refresh(queries, trashKey(repository)),
      refresh(queries, detailsKey(), ({ queryKey: [, , id] }) =>
        ids ? ids.has(String(id)) : placeOf(String(id)).repository === repository,
      ),
    ]);
  });
  const readAgain = () => {
    changed.current = null;
    void store.refresh(repository);
    read();
  };
  const { state, end } = useTopic(
    'artifacts',
    { repository },
    {
      message: ({ changes, complete }) => {
        if (!complete) return readAgain();
        store.apply(repository, changes);
        // a repository says how much is in it
        for (const id of [repository, ...changes.map(({ path }) => idOf({ repository, path }))])
          changed.current?.add(id);
        read();
      },
    },
  );
  // what was missed before it is followed, or while the link was down
  const latest = useRef(readAgain);
  latest.current = readAgain;
  useEffect(() => {
    if (state === 'live') latest.current();
  }, [state]);
  const gone = end?.code === 'not_found';
  useEffect(() => {
    if (gone) void refresh(queries, REPOSITORIES);
  }, [gone, queries]);
  return null;
}
