import type { ApiError } from '@/engine/api';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';

/** What is wrong in a form, by the field. */
export type Problems<Field extends string> = Readonly<Partial<Record<Field, string>>>;

type Checked<Field extends string> = Readonly<Partial<Record<Field, string | null>>>;

/** Those fields that have a problem, of all that were checked. */
export const problemsAmong = <Field extends string>(checked: Checked<Field>) =>
  Object.fromEntries(Object.entries(checked).filter(([, problem]) => problem !== null)) as Problems<Field>;

/** Those problems of an earlier check that there still are, in their words of now. */
export function stillAmong<Field extends string>(
  earlier: Problems<Field>,
  check: () => Problems<Field>,
): Problems<Field> {
  const fields = Object.keys(earlier) as Field[];
  if (fields.length === 0) return earlier;
  const now = check();
  return problemsAmong(
    Object.fromEntries(fields.map(field => [field, now[field] ?? null])) as Checked<Field>,
  );
}

/** What the server refuses. */
export interface Refused<Field extends string> {
  /** The field beside which that is shown; null where it is of none. */
  field: Field | null;
  words: string;
}

/** What was found wrong, with what the server refuses beside its field, or as `words` where it is of none. */
export function withRefused<Field extends string>(found: Problems<Field>, refused: Refused<Field> | null) {
  if (refused === null) return { problems: found, words: null };
  const { field, words } = refused;
  if (field === null) return { problems: found, words };
  return { problems: { ...found, [field]: words } as Problems<Field>, words: null };
}

/** The texts of what the server refuses, by its codes. */
export type RefusalTexts = Readonly<Record<string, () => string>>;

/**
 * The words for what the server refuses. It speaks English, and may say more than the catalogue does. `enter`: what to
 * enter at the field that is not valid, where it is known.
 */
export function refusalWords(error: ApiError, byCode: RefusalTexts, enter: string | null): string {
  const own = byCode[error.code]?.() ?? null;
  const known = own ?? enter;
  if (language.get() !== 'en' && known !== null) return known;
  return refusalText(error, own ?? texts.failed);
}

interface Refusals<Field extends string> {
  /** The fields beside which a problem is shown, as the server names them. */
  fields: readonly Field[];
  byCode: RefusalTexts;
  /** The code of values that are not valid. */
  invalid: string;
  /** What to enter at a field then. */
  enter: (field: Field) => string;
}

/** How a form shows what the server refuses: at which field, and in which words. */
export function refusalsOf<Field extends string>({ fields, byCode, invalid, enter }: Refusals<Field>) {
  return (error: ApiError): Refused<Field> => {
    const field = fields.find(one => one === error.field) ?? null;
    const isInvalid = error.code === invalid && field !== null;
    return { field, words: refusalWords(error, byCode, isInvalid ? enter(field) : null) };
  };
}
