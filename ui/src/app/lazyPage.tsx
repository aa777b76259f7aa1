import { type ComponentType, lazy, type ReactNode, use } from 'react';
import { loadChunk } from '@/lib/chunk';

export type Page = (() => ReactNode) & { preload: () => Promise<void> };

/** A page in a chunk of its own. The router loads it before it shows it, so the page never flickers in. */
export function lazyPage(chunk: string, load: () => Promise<ComponentType>): Page {
  let loading: Promise<ComponentType> | null = null;
  const start = () => {
    if (loading) return loading;
    const part = loadChunk(chunk, load);
    loading = part;
    part.then(
      // with this `use` need not wait for what is over, not even for a moment
      page => Object.assign(part, { status: 'fulfilled', value: page }),
      () => {
        loading = null;
      },
    );
    return part;
  };
  function LazyPage() {
    const Loaded = use(start());
    return <Loaded />;
  }
  return Object.assign(LazyPage, { preload: () => start().then(() => undefined) });
}

/** The same for a part that takes properties and is shown inside a page. */
export function lazyWith<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(() => load().then(part => ({ default: part })));
}
