import { ComingPage } from './ComingPage';

/** What the topology map is, for whoever does not have it. */
export function TopologyTeaserPage() {
  return <ComingPage />;
}
