import { ComingPage } from './ComingPage';

/** What pipelines are, for whoever does not have them. */
export function PipelinesTeaserPage() {
  return <ComingPage />;
}
