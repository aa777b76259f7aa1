import { ComingPage } from './ComingPage';

/** What pipelines are, for installations without them. */
export function PipelinesTeaserPage() {
  return <ComingPage />;
}
