import type { ApiError } from '@/engine/api';
import type { DistributionTargetRow } from '@/generated/api';
import { type Problems, problemsAmong, type RefusalTexts, refusalsOf } from '@/shell/form/problems';
import { texts } from '@/texts/distribution';

/** A target as it is typed. */
export interface Values {
  key: string;
  url: string;
  description: string;
  /** The token that is typed; empty to keep the stored one. */
  token: string;
}

export const NEW: Values = { key: '', url: '', description: '', token: '' };

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['key', 'url', 'description', 'token'] as const;
type Field = (typeof FIELDS)[number];

const KEY = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/;
const URL_LENGTH_MAX = 2_048;
const DESCRIPTION_LENGTH_MAX = 500;
const TOKEN = /^[!-~]{1,4096}$/;

/** The address as the server has it: without a slash at its end. */
export const urlOf = ({ url }: Values): string => url.trim().replace(/\/+$/, '');

/** Whether the stored token cannot be kept: it is not sent to another address. */
export const isMoved = (values: Values, before: DistributionTargetRow): boolean =>
  urlOf(values) !== before.url;

/** The server checks more than this. */
function isBaseUrl(typed: string): boolean {
  if (!/^https?:\/\/[^\s?#@\\]+$/.test(typed) || typed.length > URL_LENGTH_MAX) return false;
  return URL.canParse(typed);
}

function tokenProblem(values: Values, before: DistributionTargetRow | null): string | null {
  const token = values.token.trim();
  // a description can also be edited where there is no token
  const isKept = before !== null && !(before.has_token && isMoved(values, before));
  return (token === '' && isKept) || TOKEN.test(token) ? null : texts.problem.token;
}

/** What is wrong, before anything is sent. */
export function problemsOf(values: Values, before: DistributionTargetRow | null): Problems<Field> {
  return problemsAmong<Field>({
    key: KEY.test(values.key.trim()) ? null : texts.problem.key,
    url: isBaseUrl(urlOf(values)) ? null : texts.problem.url,
    description:
      [...values.description.trim()].length > DESCRIPTION_LENGTH_MAX ? texts.problem.description : null,
    token: tokenProblem(values, before),
  });
}

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  distribution_target_key_taken: () => texts.refused.keyTaken,
  too_many_distribution_targets: () => texts.refused.tooMany,
  distribution_target_fixed: () => texts.refused.fixed,
  distribution_target_address: () => texts.refused.address,
  distribution_target_token_kept: () => texts.form.tokenMoved,
};

/** How the form shows what the server refuses. */
export const refused = refusalsOf({
  fields: FIELDS,
  byCode: REFUSED,
  invalid: 'distribution_target_invalid',
  enter: field => texts.problem[field],
});

/** The words for it, where there is no form. */
export const refusedWords = (error: ApiError): string => refused(error).words;
