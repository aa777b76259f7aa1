import { pageAddress } from './basePath';
import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

const KEY = 'waybill.client_session';
/** A client names its session by a UUID; what is longer is none. */
const TEXT_MAX = 128;

/** The sign-in that a command-line client has started and waits for (CLI-01, NAV-17). */
export interface ClientSession {
  /** How the client names it. */
  session: string;
  /** What the client calls itself. */
  name: string;
  /** Whether the user has to type the last characters of the session's name. */
  asksCode: boolean;
}

/** Takes the session out of the address of the sign-in page, and keeps it for this tab. */
export function takeClientSession(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== pageAddress('/login')) return;
  const query = new URLSearchParams(search);
  const [session, name, code] = ['jfClientSession', 'jfClientName', 'jfClientCode'].map(key => {
    const value = query.get(key) ?? '';
    query.delete(key);
    return value;
  });
  if (!session) return;
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', pathname + rest + hash);
  if (session.length > TEXT_MAX) return;
  const kept: ClientSession = { session, name: (name ?? '').slice(0, TEXT_MAX), asksCode: code === '1' };
  tabStorage.write(KEY, JSON.stringify(kept));
}

export function readClientSession(): ClientSession | null {
  const kept = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(kept)) return null;
  const { session, name, asksCode } = kept;
  if (typeof session !== 'string' || typeof name !== 'string') return null;
  return { session, name, asksCode: asksCode === true };
}
