import { type ComponentType, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { loadChunk } from '@/lib/chunk';
import { ChunkBoundary } from './ChunkBoundary';

export type Page = (() => ReactNode) & { preload: () => Promise<void> };

/** A page in a chunk of its own. The router loads it before it renders it, so that it never flickers. */
export function lazyPage(chunk: string, load: () => Promise<ComponentType>): Page {
  let loading: Promise<ComponentType> | null = null;
  const start = () => {
    if (loading) return loading;
    const part = loadChunk(chunk, load);
    loading = part;
    part.then(
      // with these properties `use` returns at once
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
 * The same for a component with properties inside a page, with what shows meanwhile. If it cannot be loaded, nothing is
 * rendered in its place; it is loaded again when it is next rendered.
 */
export function lazyWith<P extends object>(load: () => Promise<ComponentType<P>>, waiting?: ReactNode) {
  const fresh = () => lazy(() => load().then(part => ({ default: part }), forget));
  let Part = fresh();
  function forget(error: unknown): never {
    // React caches a failure as long as it knows the lazy component
    Part = fresh();
    throw error;
  }
  return function LazyPart(props: P) {
    const [Wanted] = useState(() => Part);
    return (
      <ChunkBoundary>
        {/* its own boundary: under another one a suspended component is mounted again, and would load for ever */}
        <Suspense fallback={waiting}>
          <Wanted {...props} />
        </Suspense>
      </ChunkBoundary>
    );
  };
}
