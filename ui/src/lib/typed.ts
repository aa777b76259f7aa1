import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

type Typed = Readonly<Record<string, string>>;

/** The forms of users who are signed in. */
const OWNED = [
  'details',
  'user',
  'new-user',
  'group',
  'new-group',
  'token',
  'repository',
  'new-repository',
  'permission',
  'new-permission',
  'new-robot',
  'robot-token',
  'cleanup-policy',
  'download-rule',
  'new-release-bundle',
] as const;

export type Form = 'setup' | (typeof OWNED)[number];

const keyOf = (form: Form) => `waybill.typed.${form}`;

/**
 * What is typed in a form and not sent yet, so that a reload of the page does not lose it. Only this tab has it, and
 * passwords and codes never get here. `owner`: whose it is, where another user may use the tab next.
 */
export function readTyped(form: Form, owner: string): Typed {
  const kept = parseJson(tabStorage.read(keyOf(form)) ?? '');
  return isObject(kept) && kept.owner === owner && isObject(kept.typed) ? (kept.typed as Typed) : {};
}

export function keepTyped(form: Form, owner: string, typed: Typed): void {
  tabStorage.write(keyOf(form), JSON.stringify({ owner, typed }));
}

/** It is sent. */
export function forgetTyped(form: Form): void {
  tabStorage.write(keyOf(form), null);
}

/** Its user signs out. */
export function forgetAllTyped(): void {
  for (const form of OWNED) forgetTyped(form);
}
