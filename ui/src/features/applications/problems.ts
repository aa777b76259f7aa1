import type { ApiError } from '@/engine/api';
import type { DescribedApplication } from '@/generated/api';
import type { ApplicationKind } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/applications';
import { texts as shellTexts } from '@/texts/common';

/** What is typed; no kind is chosen at first. */
export interface Values {
  name: string;
  kind: ApplicationKind | '';
  description: string;
  callback_url: string;
}

export const NEW: Values = { name: '', kind: '', description: '', callback_url: '' };

/** What an application has now. */
export const valuesOf = ({ name, kind, description, callback_url }: DescribedApplication): Values => ({
  name,
  kind,
  description,
  callback_url,
});

/** What is wrong, by the field. */
export type Problems = Partial<Record<keyof Values, string>>;

const FIELDS = ['name', 'kind', 'description', 'callback_url'] as const satisfies readonly (keyof Values)[];
const NAME = /^[A-Za-z0-9]+$/;

/** What is wrong, before anything is sent (APP-01). */
export function problemsOf(values: Values): Problems {
  const found: Problems = {};
  for (const field of FIELDS) if (values[field].trim() === '') found[field] = texts.form.mandatory;
  if (!found.name && !NAME.test(values.name.trim())) found.name = texts.form.nameProblem;
  return found;
}

interface Errors {
  problems: Problems;
  /** What the server refuses for a reason that is of no field. */
  words: string | null;
}

/** What was found wrong, and what the server refuses, beside its field where it has one. */
export function errorsOf(error: ApiError | null, found: Problems): Errors {
  if (error === null) return { words: null, problems: found };
  const words = refusalText(error, shellTexts.failed);
  const field = FIELDS.find(one => one === error.field);
  return field ? { words: null, problems: { ...found, [field]: words } } : { words, problems: found };
}
