import type { FrontEndProps, Language } from '@/frontends/contract';

/** The texts of a front-end by their keys. Those of every language are in its one script. */
export type InEveryLanguage<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** The texts in the language of the page. The shell mounts its pages again in another language. */
export function textsIn<Key extends string>(
  all: InEveryLanguage<Key>,
  { store }: Pick<FrontEndProps, 'store'>,
): Readonly<Record<Key, string>> {
  return all[store.get().language];
}

/** Fills the placeholders of a text: `{{name}}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
