import type { NodeReport } from '@/generated/api';

export type Health = 'offline' | 'unhealthy' | 'online';

/** How a node of a service is: whether it sends heartbeats, and whether it works as it should. */
export function healthOf({ status, state }: Pick<NodeReport, 'status' | 'state'>): Health {
  if (status === 'Offline') return 'offline';
  return state === 'HEALTHY' ? 'online' : 'unhealthy';
}
