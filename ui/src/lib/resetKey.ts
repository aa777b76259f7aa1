import { pageAddress } from './basePath';
import { keptToken } from './keptToken';

/** The addresses of the page that the link of a mail opens; the second one is that of earlier links. */
const PATHS: readonly string[] = ['/login/reset-password', '/auth/reset-password'];

const kept = keptToken('reset');
let key: string | null = null;

/**
 * Takes the key of a link for a new password out of the address, so that it is not in the history, and never in a path
 * that the navigation machine would record. A reload finds it in the storage of the tab.
 */
export function takeResetKey(): void {
  key = kept.read();
  const url = new URL(window.location.href);
  const given = url.searchParams.get('key');
  if (given === null || !PATHS.map(pageAddress).includes(url.pathname)) return;
  key = given;
  kept.write(key);
  url.searchParams.delete('key');
  window.history.replaceState(window.history.state, '', url.pathname + url.search);
}

export function resetKey(): string | null {
  return key;
}

/** It is used up, does not work, or the user signs in otherwise. */
export function forgetResetKey(): void {
  key = null;
  kept.write(null);
}
