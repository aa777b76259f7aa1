import { ComingPage } from '@/app/coming/ComingPage';

/** Support bundles. */
export function SupportZonePage() {
  return <ComingPage />;
}
