import { Component, type ReactNode } from 'react';

interface FrontEndBoundaryProps {
  /** Called with the error; the container then shows its failure instead. */
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps an error in components that a front-end has injected within its container. */
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
