import { keptToken } from './keptToken';

const kept = keptToken('device');
let token: string | null = null;

const FRAGMENT = '#device=';

/** Takes the one-use token of a link for a new device out of the address. A reload finds it in the tab's storage. */
export function takeDeviceLink(): void {
  token = kept.read();
  const { pathname, search, hash } = window.location;
  if (!hash.startsWith(FRAGMENT)) return;
  token = hash.slice(FRAGMENT.length);
  kept.write(token);
  window.history.replaceState(window.history.state, '', pathname + search);
}

export function deviceLink(): string | null {
  return token;
}

/** After a right password the link is used up. */
export function forgetDeviceLink(): void {
  token = null;
  kept.write(null);
}
