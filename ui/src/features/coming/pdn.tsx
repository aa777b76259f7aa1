import { ComingPage } from './ComingPage';

/** The private distribution network, and its teaser. */
export function LaterPage() {
  return <ComingPage />;
}
