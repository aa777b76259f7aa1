import { ComingPage } from './ComingPage';

/** What the topology map is, for installations without it. */
export function LaterPage() {
  return <ComingPage />;
}
