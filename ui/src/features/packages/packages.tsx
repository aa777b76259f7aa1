import { ComingPage } from '@/app/coming/ComingPage';

/** The package browser: packages, a package's versions, a version. */
export function PackagesPage() {
  return <ComingPage />;
}
