import { type ComponentType, lazy, type ReactNode, use } from 'react';
import { loadChunk } from '@/lib/chunk';

export type Page = (() => ReactNode) & { preload: () => Promise<void> };

/** A page in a chunk of its own. The router loads it before it shows it, so the page never flickers in. */
export function lazyPage(chunk: string, load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;
  const start = () => {
    loading ??= loadChunk(chunk, load).then(
      page => {
        loaded = page;
        return page;
      },
      error => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  function LazyPage() {
    const Loaded = loaded ?? use(start());
    return <Loaded />;
  }
  return Object.assign(LazyPage, { preload: () => start().then(() => undefined) });
}

/** The same for a part that takes properties and is shown inside a page. */
export function lazyWith<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(() => load().then(part => ({ default: part })));
}
