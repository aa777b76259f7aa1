import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTopic } from '@/engine/topics';
import { idOf } from './place';
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
  const readAgain = () => {
    void store.refresh(repository);
    void queries.invalidateQueries({ queryKey: detailsKey() });
  };
  const { state, end } = useTopic(
    'artifacts',
    { repository },
    {
      message: ({ changes, complete }) => {
        if (!complete) return readAgain();
        store.apply(repository, changes);
        void queries.invalidateQueries({ queryKey: trashKey(repository) });
        const changed = new Set(changes.map(({ path }) => idOf({ repository, path })));
        void queries.invalidateQueries({
          queryKey: detailsKey(),
          // a repository says how much is in it
          predicate: ({ queryKey: [, , id] }) => id === repository || changed.has(String(id)),
        });
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
    if (gone) void queries.invalidateQueries({ queryKey: REPOSITORIES });
  }, [gone, queries]);
  return null;
}
