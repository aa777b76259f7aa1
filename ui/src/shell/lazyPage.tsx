import { type ComponentType, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { loadChunk } from '@/lib/chunk';
import { ChunkBoundary } from './ChunkBoundary';

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

/**
 * The same for a part that takes properties and is shown inside a page. One that does not come leaves its own place
 * empty and the page as it is; when it is wanted again, it is asked for again.
 */
export function lazyWith<P extends object>(load: () => Promise<ComponentType<P>>) {
  const fresh = () => lazy(() => load().then(part => ({ default: part }), forget));
  let Part = fresh();
  function forget(error: unknown): never {
    // React keeps a failure for as long as it knows the part
    Part = fresh();
    throw error;
  }
  return function LazyPart(props: P) {
    const [Wanted] = useState(() => Part);
    return (
      <ChunkBoundary>
        {/* of its own: what waits under somebody else's is made anew, and would ask again for ever */}
        <Suspense>
          <Wanted {...props} />
        </Suspense>
      </ChunkBoundary>
    );
  };
}
