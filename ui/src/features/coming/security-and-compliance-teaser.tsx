import { ComingPage } from './ComingPage';

/** What scanning is, for installations without it. */
export function LaterPage() {
  return <ComingPage />;
}
