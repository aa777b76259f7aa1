import { pageAddress } from './basePath';
import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

const KEY = 'waybill.client_session';
/** A client names its session by a UUID; what is longer is none. */
const TEXT_MAX = 128;
/** The pages whose address a client may be in. */
const PATHS = ['/login', '/login/cli-registration'];
/**
 * What an address may have of a client. `jfClientCode` says whether the user has to type the end of the session; here
 * they always do, since who has written the link decides what it says.
 */
const PARAMETERS = ['jfClientSession', 'jfClientName', 'jfClientCode'];

/** The sign-in that a command-line client has started and waits for (CLI-01, NAV-17). */
export interface ClientSession {
  /** How the client names it: a secret of the client and of the user's terminal. */
  session: string;
  /** What the client calls itself. */
  name: string;
}

/** Takes the session out of the address of the sign-in page, and keeps it for this tab. */
export function takeClientSession(): void {
  const { pathname, search, hash } = window.location;
  if (!PATHS.some(path => pageAddress(path) === pathname)) return;
  const query = new URLSearchParams(search);
  const [session = '', name = ''] = PARAMETERS.map(key => {
    const value = query.get(key) ?? '';
    query.delete(key);
    return value;
  });
  if (!session) return;
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', pathname + rest + hash);
  if (session.length > TEXT_MAX) return;
  const kept: ClientSession = { session, name: name.slice(0, TEXT_MAX) };
  tabStorage.write(KEY, JSON.stringify(kept));
}

export function readClientSession(): ClientSession | null {
  const kept = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(kept)) return null;
  const { session, name } = kept;
  if (typeof session !== 'string' || typeof name !== 'string') return null;
  return { session, name };
}

/** The client has been answered, or has ended: nothing leads to its page again. Another one may have come meanwhile. */
export function forgetClientSession({ session }: ClientSession): void {
  if (readClientSession()?.session === session) tabStorage.write(KEY, null);
}
