import { ComingPage } from './ComingPage';

/** Leads on to the portal of a subscription, once an installation names one. */
export function AccountPortalPage() {
  return <ComingPage />;
}
