import { ComingPage } from './ComingPage';

/** The private distribution network, and its teaser. */
export function PdnPage() {
  return <ComingPage />;
}
