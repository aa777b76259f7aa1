import type { StoredPath } from '@/generated/api';
import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

const KEY = 'waybill.wanted';

export function rememberReturnPath(path: string, at: string): void {
  tabStorage.write(KEY, JSON.stringify({ path, at }));
}

export function forgetReturnPath(): void {
  tabStorage.write(KEY, null);
}

/** The page that the user wanted before they had to sign in. The server decides how long it is valid. */
export function readReturnPath(): StoredPath | undefined {
  const kept = parseJson(tabStorage.read(KEY) ?? '');
  if (!isObject(kept) || typeof kept.path !== 'string' || typeof kept.at !== 'string') return undefined;
  return { path: kept.path, at: kept.at };
}
