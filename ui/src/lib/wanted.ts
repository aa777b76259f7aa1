import { isObject, parseJson } from '@/lib/json';
import { tabStorage } from '@/lib/storage';

const KEY = 'waybill.wanted';

/** Where somebody wanted to go before they had to sign in. How long it counts is judged by the server. */
export interface Wanted {
  path: string;
  at: string;
}

export function rememberWanted(path: string, at: string): void {
  tabStorage.write(KEY, JSON.stringify({ path, at }));
}

export function forgetWanted(): void {
  tabStorage.write(KEY, null);
}

export function wantedPath(): Wanted | undefined {
  const wanted = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(wanted) || typeof wanted.path !== 'string' || typeof wanted.at !== 'string') return undefined;
  return { path: wanted.path, at: wanted.at };
}
