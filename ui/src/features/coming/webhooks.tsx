import { ComingPage } from './ComingPage';

/** Addresses that events are sent to. */
export function WebhooksPage() {
  return <ComingPage />;
}
