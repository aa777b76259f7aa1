import { pageAddress } from './basePath';

let token: string | null = null;

const FRAGMENT = '#token=';

/**
 * Takes the one-use token of a link for choosing a password out of the address. Like that of a set-up link it stays in
 * this variable only.
 */
export function takePasswordLink(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== pageAddress('/login/invitation') || !hash.startsWith(FRAGMENT)) return;
  token = hash.slice(FRAGMENT.length);
  window.history.replaceState(window.history.state, '', pathname + search);
}

export function passwordLink(): string | null {
  return token;
}

/** It is used up, or does not work. */
export function forgetPasswordLink(): void {
  token = null;
}
