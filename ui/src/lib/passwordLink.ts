import { createAtom } from '@xstate/store';
import { pageAddress } from './basePath';

const FRAGMENT = '#token=';

/**
 * The one-use token of the link for choosing a password with which the tab was opened. Like that of a set-up link it
 * stays in this variable only.
 */
export const passwordLink = createAtom<string | null>(null);

/** Takes the token out of the address. */
function takePasswordLink(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== pageAddress('/login/invitation') || !hash.startsWith(FRAGMENT)) return;
  window.history.replaceState(window.history.state, '', pathname + search);
  passwordLink.set(hash.slice(FRAGMENT.length));
}

/** Takes it now, and whenever another link is opened in this tab: the browser does not load the page again for that. */
export function watchPasswordLinks(): void {
  takePasswordLink();
  window.addEventListener('hashchange', takePasswordLink);
}

/** It is used up, or does not work. */
export function forgetPasswordLink(): void {
  passwordLink.set(null);
}
