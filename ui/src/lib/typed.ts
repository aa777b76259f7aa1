import { isObject, parseJson } from './json';
import { tabStorage } from './storage';

type Typed = Readonly<Record<string, string>>;
type Form = 'setup' | 'details' | 'user' | 'new-user';

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

/** It is sent, or its user signs out. */
export function forgetTyped(form: Form): void {
  tabStorage.write(keyOf(form), null);
}
