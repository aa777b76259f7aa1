import { ComingPage } from './ComingPage';

/** What pipelines are, for installations without them. */
export function LaterPage() {
  return <ComingPage />;
}
