let token: string | null = null;

const FRAGMENT = '#device=';

/**
 * Takes the one-use token of a link for a new device out of the address. Like that of a set-up link it stays in this
 * variable only.
 */
export function takeDeviceLink(): void {
  const { pathname, search, hash } = window.location;
  if (!hash.startsWith(FRAGMENT)) return;
  token = hash.slice(FRAGMENT.length);
  window.history.replaceState(window.history.state, '', pathname + search);
}

export function deviceLink(): string | null {
  return token;
}

/** After a right password the link is used up. */
export function forgetDeviceLink(): void {
  token = null;
}
