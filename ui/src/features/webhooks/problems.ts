import type { ApiError } from '@/engine/api';
import type { DescribedWebhook } from '@/generated/api';
import { type Problems as ProblemsOf, problemsAmong, withRefused } from '@/shell/form/problems';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/webhooks';
import { isKept, isMoved, keepsSecret, type Pair, type Values } from './values';

/** The fields beside which a problem is shown. */
export type Field =
  | 'key'
  | 'description'
  | 'types'
  | 'criteria'
  | 'url'
  | 'proxy'
  | 'secret'
  | 'payload'
  | 'secrets'
  | 'headers';
export type Problems = ProblemsOf<Field>;

const NAME = /^[A-Za-z][A-Za-z0-9_-]+$/;

function keyProblem(key: string): string | null {
  const name = key.trim();
  if (name === '') return texts.problem.mandatory;
  return NAME.test(name) ? null : texts.problem.name;
}

function urlProblem(typed: string): string | null {
  const url = typed.trim();
  if (url === '') return texts.problem.mandatory;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? null : texts.problem.url;
}

/** Whether anything is chosen that events can be about. */
export function hasCriteria({ kind, anyLocal, anyRemote, any, names, includes }: Values): boolean {
  if (kind === 'nothing' || names.length > 0) return true;
  return kind === 'repositories' ? anyLocal || anyRemote : any || includes.length > 0;
}

/** A secret that is stored is removed on purpose, and not lost by an oversight. */
function signingProblem(values: Values, moved: boolean): string | null {
  const { type, hasSecret, secretIs, secret } = values;
  const isAsked = type === 'webhook' && hasSecret && secretIs !== 'none' && !keepsSecret(values, moved);
  return isAsked && secret === '' ? texts.problem.mandatory : null;
}

function secretProblem(secret: Pair, moved: boolean): string | null {
  const name = secret.name.trim();
  if (name === '') return texts.problem.secret;
  if (!NAME.test(name)) return texts.problem.secretName;
  return secret.value === '' && !isKept(secret, moved) ? texts.problem.mandatory : null;
}

function headerProblem(header: Pair, moved: boolean): string | null {
  const isWhole = header.name.trim() !== '' && (header.value.trim() !== '' || isKept(header, moved));
  return isWhole ? null : texts.problem.header;
}

const firstOf = (found: (string | null)[]): string | null => found.find(one => one !== null) ?? null;

/** What is wrong, before anything is sent (HOOK-02). */
export function problemsOf(values: Values, before: DescribedWebhook | null): Problems {
  const moved = isMoved(values, before);
  return problemsAmong<Field>({
    key: keyProblem(values.key),
    types: values.types.length === 0 ? texts.problem.mandatory : null,
    criteria: hasCriteria(values) ? null : texts.problem.mandatory,
    url: urlProblem(values.url),
    secret: signingProblem(values, moved),
    secrets:
      values.type === 'webhook' ? null : firstOf(values.secrets.map(secret => secretProblem(secret, moved))),
    headers: firstOf(values.headers.map(header => headerProblem(header, moved))),
  });
}

const FIELDS: Readonly<Record<string, Field>> = {
  key: 'key',
  description: 'description',
  'event_filter.event_types': 'types',
  'event_filter.criteria': 'criteria',
  'handlers.url': 'url',
  'handlers.proxy': 'proxy',
  'handlers.secrets': 'secrets',
  'handlers.headers': 'headers',
  'handlers.payload': 'payload',
};

function refusedField({ field }: ApiError, { type }: Values): Field | null {
  const found = FIELDS[field ?? ''] ?? null;
  return found === 'secrets' && type === 'webhook' ? 'secret' : found;
}

/** The words for what the server refuses. */
export function refusedWords({ code, message }: ApiError): string {
  return code === 'webhook_key_taken' ? texts.problem.taken : noticeText(code, message, shellTexts.failed);
}

/** What was found wrong, beside the fields where it belongs to one, and as `words` where it does not. */
export const errorsOf = (error: ApiError | null, found: Problems, values: Values) =>
  withRefused(found, error && { field: refusedField(error, values), words: refusedWords(error) });
