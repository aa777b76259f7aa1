import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useTopic } from '@/engine/topics';
import type { LogAppended } from '@/generated/api';
import type { LogFile } from '@/generated/types';
import { pieceOf, Tail } from './tail';

const NOTHING = { subscribe: () => () => undefined, version: () => 0 };

/** The end of a log while the component shows it; null where no log is chosen. */
export function useTail(file: LogFile | null): Tail | null {
  const { api } = useEngine();
  const { service, node, id } = file ?? {};
  const [tail, setTail] = useState<Tail | null>(null);
  useEffect(() => {
    if (!service || !node || !id) return setTail(null);
    const fresh = new Tail(api, { service, node, id });
    setTail(fresh);
    void fresh.refresh();
    return () => fresh.leave();
  }, [api, service, node, id]);
  const shown = tail && tail.file.id === id && tail.file.node === node && tail.file.service === service;
  const { subscribe, version } = tail ?? NOTHING;
  useSyncExternalStore(subscribe, version);
  return shown ? tail : null;
}

interface FeedProps {
  tail: Tail;
  /** Whether the topic still pushes the log. */
  turn: (isLive: boolean) => void;
}

/** Follows the log as a topic, as long as it is on the page. */
export function Feed({ tail, turn }: FeedProps) {
  const message = (data: LogAppended) => tail.push(pieceOf(data));
  const isLive = useTopic('logs', tail.file, { message }).state === 'live';
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each change, not at each render
  useEffect(() => {
    if (!isLive) return;
    turn(true);
    return () => turn(false);
  }, [isLive]);
  return null;
}
