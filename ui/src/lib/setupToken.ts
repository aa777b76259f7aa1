import { pageAddress } from './basePath';

let token: string | null = null;

/**
 * Takes the one-use token of a set-up link out of the address. It stays in this variable only: not in the
 * history, not in storage, and never in a path that the navigation machine would record.
 */
export function takeSetupToken(): void {
  const url = new URL(window.location.href);
  if (url.pathname !== pageAddress('/setup') || !url.searchParams.has('token')) return;
  token = url.searchParams.get('token');
  url.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', url.pathname + url.search);
}

export function setupToken(): string | null {
  return token;
}
