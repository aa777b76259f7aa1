const NAME_OR_ADDRESS = /^[^\s/@:?#\\]{1,253}$/;
/** At least two colons: one would be before a port. */
const IPV6 = /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i;
const PORT_MAX = 65_535;

/** A host as the server has it: an IPv6 address may be typed in the brackets that it has in a URL. */
export const hostOf = (typed: string): string => typed.trim().replace(/^\[(.*)\]$/, '$1');

/** Whether a text has the form of a name or an address. The server looks closer. */
export const isHost = (host: string): boolean => NAME_OR_ADDRESS.test(host) || IPV6.test(host);

/** A whole number that can be a port; null for anything else. */
export function portOf(typed: string): number | null {
  if (!/^\d{1,5}$/.test(typed.trim())) return null;
  const port = Number(typed);
  return port >= 1 && port <= PORT_MAX ? port : null;
}

/** A host with its port, as in a URL. */
export const hostAndPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
