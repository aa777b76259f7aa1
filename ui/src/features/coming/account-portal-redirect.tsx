import { ComingPage } from './ComingPage';

/** Redirects to the portal of a subscription, once an installation has one. */
export function AccountPortalPage() {
  return <ComingPage />;
}
