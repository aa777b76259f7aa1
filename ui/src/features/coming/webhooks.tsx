import { ComingPage } from './ComingPage';

/** Addresses that are told of what happens. */
export function WebhooksPage() {
  return <ComingPage />;
}
