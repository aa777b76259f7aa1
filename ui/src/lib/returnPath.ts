import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

const KEY = 'waybill.wanted';

/** The page that the user wanted before they had to sign in. The server decides how long it is valid. */
export interface Wanted {
  path: string;
  at: string;
}

export function rememberReturnPath(path: string, at: string): void {
  tabStorage.write(KEY, JSON.stringify({ path, at }));
}

export function forgetReturnPath(): void {
  tabStorage.write(KEY, null);
}

export function readReturnPath(): Wanted | undefined {
  const wanted = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(wanted) || typeof wanted.path !== 'string' || typeof wanted.at !== 'string') return undefined;
  return { path: wanted.path, at: wanted.at };
}
