import { ComingPage } from '@/app/coming/ComingPage';

/** Leads on to the portal of a subscription, once an installation names one. */
export function AccountPortalPage() {
  return <ComingPage />;
}
