import { ComingPage } from '@/app/coming/ComingPage';

// biome-ignore lint/performance/noBarrelFile: this file is the chunk
export { NewProxyPage } from './NewProxyPage';

/** Proxies that the server keeps. */
export function ProxiesPage() {
  return <ComingPage />;
}
