import type { ApiError } from '@/engine/api';
import type { DescribedApplication, WantedApplication } from '@/generated/api';
import type { ApplicationKind, ApplicationScope } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import type { Refused } from '@/shell/form/problems';
import { APPLICATION_SCOPES } from '@/shell/scopeSentences';
import { texts } from '@/texts/applications';
import { texts as shellTexts } from '@/texts/common';

/** What is typed; no kind is chosen at first. */
export interface Values {
  name: string;
  kind: ApplicationKind | '';
  description: string;
  callback_url: string;
  scopes: readonly ApplicationScope[];
}

/** A new application may learn who signs in, and nothing else unless more is chosen. */
export const NEW: Values = {
  name: '',
  kind: '',
  description: '',
  callback_url: '',
  scopes: ['openid', 'profile', 'email'],
};

/** What an application has now. */
export const valuesOf = (application: DescribedApplication): Values => {
  const { name, kind, description, callback_url, scopes } = application;
  return { name, kind, description, callback_url, scopes: scopes ?? APPLICATION_SCOPES };
};

/** What is sent. All scopes are not named but null, so that later ones are among them. */
export const wantedOf = ({ scopes, ...fields }: Values, kind: ApplicationKind): WantedApplication => ({
  ...fields,
  kind,
  scopes: scopes.length < APPLICATION_SCOPES.length ? [...scopes] : null,
});

/** What is wrong, by the field. */
type Problems = Partial<Record<keyof Values, string>>;

const TEXTS = ['name', 'kind', 'description', 'callback_url'] as const satisfies readonly (keyof Values)[];
const FIELDS = [...TEXTS, 'scopes'] as const;
const NAME = /^[A-Za-z0-9]+$/;

/** What is wrong, before anything is sent (APP-01). */
export function problemsOf(values: Values): Problems {
  const found: Problems = {};
  for (const field of TEXTS) if (values[field].trim() === '') found[field] = texts.form.mandatory;
  if (!found.name && !NAME.test(values.name.trim())) found.name = texts.form.nameProblem;
  if (values.scopes.length === 0) found.scopes = texts.form.scopesProblem;
  return found;
}

/** How the form shows what the server refuses. */
export function refused(error: ApiError): Refused<keyof Values> {
  const field = FIELDS.find(one => one === error.field) ?? null;
  return { field, words: refusalText(error, shellTexts.failed) };
}
