import { portOf } from '@/lib/hostAndPort';
import { isHostName } from './reverseProxy';

/** Where the server listens unless its configuration says otherwise. */
export const USUAL_UPSTREAM = '127.0.0.1:8046';

/**
 * Where the proxy finds the server, as far as the address of this page shows it. A port, or a host of this machine, is
 * usually the server's own; behind an address of the usual ports or with TLS there is most likely a proxy already.
 */
export function upstreamAt({ protocol, host, port }: Pick<Location, 'protocol' | 'host' | 'port'>): string {
  if (protocol !== 'http:') return USUAL_UPSTREAM;
  if (port !== '') return host;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) ? `${host}:80` : USUAL_UPSTREAM;
}

/** A host or an address, and a port, without scheme or path. An IPv6 address is in brackets. */
export function isUpstream(typed: string): boolean {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(typed.trim()) ?? [];
  return portOf(port) !== null && (isHostName(host) || /^\[[0-9a-f:.]{2,45}\]$/i.test(host));
}
