import { useEffect, useRef } from 'react';
import { bind } from './keyboard';
import type { ShortcutId } from './shortcuts';

type Handlers = Partial<Record<ShortcutId, () => void>>;

/** Binds shortcuts for as long as the component is there. Which ones may not change meanwhile; what they do may. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const ids = Object.keys(latest.current) as ShortcutId[];
    return bind(Object.fromEntries(ids.map(id => [id, () => latest.current[id]?.()])));
  }, []);
}
