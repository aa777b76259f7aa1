import { ComingPage } from '@/app/coming/ComingPage';

/** Addresses that are told of what happens. */
export function WebhooksPage() {
  return <ComingPage />;
}
