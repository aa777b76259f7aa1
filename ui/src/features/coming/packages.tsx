import { ComingPage } from './ComingPage';

/** The package browser: packages, a package's versions, a version. */
export function PackagesPage() {
  return <ComingPage />;
}
