import { FrontEndPage } from './front-end-page';

/** Release bundles: the tabs are the distribution front-end's, which the address tells which one is open. */
export function DistributionTabs() {
  return <FrontEndPage />;
}
