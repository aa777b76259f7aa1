import type { ChangeEvent } from 'react';
import { CODE } from './code';

interface Form<Values, Problems> {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** The names of those values that are of this very type, and not only of a part of it. */
type Key<Values, Type> = {
  [Name in keyof Values]: [Type, Values[Name]] extends [Values[Name], Type] ? Name : never;
}[keyof Values];

/** The values that are texts. */
export type TextKey<Values> = Key<Values, string>;

interface TextInputProps {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  error: string | null;
}

/**
 * What a field for text has of its form: what is typed, and what is wrong with it. `field` is what the server calls it,
 * where that is something else.
 */
export function textInput<Values, Problems>(
  form: Form<Values, Problems>,
  key: TextKey<Values> & keyof Problems,
): TextInputProps;
export function textInput<Values, Problems>(
  form: Form<Values, Problems>,
  key: TextKey<Values>,
  field: keyof Problems & string,
): TextInputProps;
export function textInput(
  { values, problems, set }: Form<Record<string, string>, Record<string, string | undefined>>,
  key: string,
  field = key,
): TextInputProps {
  return {
    value: values[key] ?? '',
    onChange: event => set({ [key]: event.currentTarget.value }),
    error: problems[field] ?? null,
  };
}

/** The same of a field for a number. It takes whatever is typed: the form checks that, and a paste stays whole. */
export function numberInput<Values, Problems>(
  form: Form<Values, Problems>,
  key: TextKey<Values> & keyof Problems,
) {
  return { ...CODE, inputMode: 'numeric', ...textInput(form, key) } as const;
}

/** The same of a `PasswordInput`. */
export function secretInput<Values, Problems>(
  form: Form<Values, Problems>,
  key: TextKey<Values>,
  field: keyof Problems & string,
  show: string,
) {
  return { ...textInput(form, key, field), autoComplete: 'new-password', dir: 'ltr', show } as const;
}

/** What a checkbox has of its form. */
export function checkInput<Values>(
  { values, set }: Pick<Form<Values, unknown>, 'values' | 'set'>,
  key: Key<Values, boolean>,
): { checked: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void };
export function checkInput(
  { values, set }: Pick<Form<Record<string, boolean>, unknown>, 'values' | 'set'>,
  key: string,
) {
  return {
    checked: values[key] ?? false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [key]: event.currentTarget.checked }),
  };
}
