import { Component, type ReactNode } from 'react';

interface FrontEndBoundaryProps {
  /** Is told what was thrown; the box then shows its failure in this one's place. */
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps what a front-end lets the shell draw from taking more down than its own box. */
export class FrontEndBoundary extends Component<FrontEndBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
