import { ComingPage } from './ComingPage';

/** What scanning is, for whoever does not have it. */
export function SecurityTeaserPage() {
  return <ComingPage />;
}
