import { useEffect, useRef } from 'react';
import { bind } from './keyboard';
import type { ShortcutId } from './shortcuts';

type Handlers = Partial<Record<ShortcutId, () => void>>;

/** Binds shortcuts while the component is mounted. Their handlers may change meanwhile, their number may not. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const ids = Object.keys(latest.current) as ShortcutId[];
    return bind(Object.fromEntries(ids.map(id => [id, () => latest.current[id]?.()])));
  }, []);
}
