import { pageAddress } from './basePath';
import { keptToken } from './keptToken';

const kept = keptToken('setup');
let token: string | null = null;

/**
 * Takes the one-use token of a set-up link out of the address, so that it is not in the history, and never in a path
 * that the navigation machine would record. A reload finds it in the storage of the tab.
 */
export function takeSetupToken(): void {
  token = kept.read();
  const url = new URL(window.location.href);
  if (url.pathname !== pageAddress('/setup') || !url.searchParams.has('token')) return;
  token = url.searchParams.get('token');
  kept.write(token);
  url.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', url.pathname + url.search);
}

export function setupToken(): string | null {
  return token;
}

/** It is used up, or does not work. */
export function forgetSetupToken(): void {
  token = null;
  kept.write(null);
}
