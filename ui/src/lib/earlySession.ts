import { API_BASE } from '@/generated/api';

declare global {
  var earlySession: Promise<Response> | undefined;
}

/** The answer to the page's first request for its session, which it sent before the console had loaded. Used once. */
export function takeEarlySession(path: string): Promise<Response> | null {
  const early = globalThis.earlySession;
  if (!early || path !== `${API_BASE}session`) return null;
  globalThis.earlySession = undefined;
  return early;
}
