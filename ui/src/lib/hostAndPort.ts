import { wholeNumber } from './wholeNumber';

const NAME_OR_ADDRESS = /^[^\s/@:?#\\]{1,253}$/;
/** At least two colons: one would be before a port. */
const IPV6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i;
const PORT_MAX = 65_535;

/** A host as the server has it: an IPv6 address may be typed in the brackets that it has in a URL. */
export const hostOf = (typed: string): string => typed.trim().replace(/^\[(.*)\]$/, '$1');

/** Whether a text has the form of a name or an address. The server looks closer. */
export const isHost = (host: string): boolean => NAME_OR_ADDRESS.test(host) || IPV6.test(host);

/** Whether a text has the form of an http(s) address without user, query and fragment. The server looks closer. */
export function isWebAddress(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#@\s\\]/.test(typed);
}

/** A whole number that can be a port; null for anything else. */
export const portOf = (typed: string): number | null => wholeNumber(typed, 1, PORT_MAX);

/** A host with its port, as in a URL. */
export const hostAndPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
