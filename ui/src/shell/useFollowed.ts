import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ArgsOf, useTopic } from '@/engine/topics';
import { refresh } from './refresh';
import { useInTurn } from './useInTurn';

/**
 * Reads again what a page shows, by the beginning of its queries' keys, when a topic says that it has changed, and when
 * the topic is live again.
 */
export function useFollowed<Name extends string>(topic: Name, args: ArgsOf<Name>, key: string): void {
  const queries = useQueryClient();
  const read = useInTurn(() => refresh(queries, [key]));
  const { state } = useTopic(topic, args, { message: read });
  // what was missed before it is followed, or while the link was down
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is followed, and not when the function changes
  useEffect(() => {
    if (state === 'live') read();
  }, [state]);
}
