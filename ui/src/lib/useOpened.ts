import { useRef } from 'react';

/**
 * What is open of a list, by the name in the address: what is listed under it, or what was until it was deleted, so
 * that what is entered for it stays.
 */
export function useOpened<One extends { name: string }>(
  name: string | undefined,
  listed: One | null,
): One | null {
  const opened = useRef(listed);
  if (listed || opened.current?.name !== name) opened.current = listed;
  return opened.current;
}
