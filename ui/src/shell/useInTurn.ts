import { useRef } from 'react';

/**
 * Has something read, one reading after the other: what is asked for during a reading is read by the next one, so that
 * changes in quick succession neither cancel nor delay it.
 */
export function useInTurn(read: () => Promise<unknown>): () => void {
  const latest = useRef(read);
  latest.current = read;
  const reading = useRef(false);
  const again = useRef(false);
  const run = async () => {
    again.current = true;
    if (reading.current) return;
    reading.current = true;
    try {
      while (again.current) {
        again.current = false;
        await latest.current();
      }
    } finally {
      reading.current = false;
    }
  };
  return () => void run();
}
