import { ComingPage } from '@/app/coming/ComingPage';

/** Proxies by which other servers are reached. */
export function ProxiesPage() {
  return <ComingPage />;
}
