import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '@/lib/chunk';

interface ChunkBoundaryProps {
  /** A changed value makes it try again. */
  attempt?: number;
  children: ReactNode;
}

/**
 * Keeps a chunk that has not loaded from taking the page with it. The failure has been logged where it happened and the
 * user gets no message for it (BOOT-03), so nothing is rendered instead. Other errors pass through.
 */
export class ChunkBoundary extends Component<ChunkBoundaryProps, { error: unknown; attempt?: number }> {
  override state: { error: unknown; attempt?: number } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: ChunkBoundaryProps, state: { attempt?: number }) {
    return props.attempt === state.attempt ? null : { attempt: props.attempt, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkLoadError) return null;
    throw error;
  }
}
