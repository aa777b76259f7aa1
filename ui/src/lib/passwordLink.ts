import { createAtom } from '@xstate/store';
import { pageAddress } from './basePath';
import { keptToken } from './keptToken';

const FRAGMENT = '#token=';
/** The pages that such links lead to: of an invitation, and of a registration. */
const PATHS = ['/login/invitation', '/login/registration'];

const kept = keptToken('password');

/** The one-use token of the link for choosing a password with which the tab was opened. */
export const passwordLink = createAtom<string | null>(null);

/** Takes the token out of the address. */
function takePasswordLink(): void {
  const { pathname, search, hash } = window.location;
  const isLink = PATHS.some(path => pathname === pageAddress(path)) && hash.startsWith(FRAGMENT);
  if (!isLink) return;
  window.history.replaceState(window.history.state, '', pathname + search);
  const token = hash.slice(FRAGMENT.length);
  passwordLink.set(token);
  kept.write(token);
}

/** Takes it now, and whenever another link is opened in this tab: the browser does not load the page again for that. */
export function watchPasswordLinks(): void {
  passwordLink.set(kept.read());
  takePasswordLink();
  window.addEventListener('hashchange', takePasswordLink);
}

/** It does not work, which its page may say until it is left. */
export function dropPasswordLink(): void {
  kept.write(null);
}

/** It is used up, or the user signs in otherwise. */
export function forgetPasswordLink(): void {
  dropPasswordLink();
  passwordLink.set(null);
}
