import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ArgsOf, useTopic } from '@/engine/topics';

/**
 * Reads again what a page shows, by the beginning of its queries' keys, when a topic says that it has changed, and when
 * the topic is live again. One reading ends before the next one begins, so that changes in quick succession delay none.
 */
export function useFollowed<Name extends string>(topic: Name, args: ArgsOf<Name>, key: string): void {
  const queries = useQueryClient();
  const reading = useRef(false);
  const again = useRef(false);
  const read = async () => {
    again.current = true;
    if (reading.current) return;
    reading.current = true;
    try {
      while (again.current) {
        again.current = false;
        await queries.invalidateQueries({ queryKey: [key] });
      }
    } finally {
      reading.current = false;
    }
  };
  const { state } = useTopic(topic, args, { message: () => void read() });
  // what was missed before it is followed, or while the link was down
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is followed, and not when the function changes
  useEffect(() => {
    if (state === 'live') void read();
  }, [state]);
}
