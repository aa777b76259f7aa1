import type { ApiError } from '@/engine/api';
import type { DescribedProxy } from '@/generated/api';
import { hostOf, isHost, portOf } from '@/lib/hostAndPort';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/outboundProxies';
import { isMoved, type Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['key', 'host', 'port', 'user_name', 'password', 'for_webhooks'] as const;
export type Field = (typeof FIELDS)[number];

/** What is wrong, by the field. */
export type Problems = Partial<Record<Field, string>>;

const KEY = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/;

/** A password that is stored is removed on purpose, and not lost by an oversight. */
function passwordProblem(values: Values, before: DescribedProxy | null): string | null {
  const { password, isPasswordRemoved } = values;
  const isAsked = before?.has_password && isMoved(values, before) && !isPasswordRemoved;
  return isAsked && values.userName.trim() !== '' && password === '' ? texts.problem.passwordMissing : null;
}

function userNameProblem({ userName, password }: Values): string | null {
  const name = userName.trim();
  if (name.includes(':') || name.length > 128) return texts.problem.user_name;
  return name === '' && password !== '' ? texts.problem.userNameMissing : null;
}

/** What is wrong, before anything is sent. */
export function problemsOf(values: Values, before: DescribedProxy | null): Problems {
  const found: Record<string, string | null> = {
    key: KEY.test(values.key.trim()) ? null : texts.problem.key,
    host: isHost(hostOf(values.host)) ? null : texts.problem.host,
    port: portOf(values.port) === null ? texts.problem.port : null,
    user_name: userNameProblem(values),
    password: passwordProblem(values, before),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as Problems;
}

const fieldOf = ({ field }: ApiError): Field | null => FIELDS.find(one => one === field) ?? null;

/** The texts of what the server refuses, by its codes. */
const REFUSED: Readonly<Record<string, () => string>> = {
  proxy_key_taken: () => texts.refused.keyTaken,
  proxy_default_taken: () => texts.refused.defaultTaken,
  proxy_in_use: () => texts.refused.inUse,
  proxy_is_default: () => texts.refused.isDefault,
  too_many_proxies: () => texts.refused.tooMany,
  proxy_fixed: () => texts.refused.fixed,
  proxy_address: () => texts.refused.address,
  proxy_password_kept: () => texts.form.passwordMoved,
};

/** The words for what the server refuses. It speaks English, and may say more than the catalogue does. */
export function refusedWords(error: ApiError): string {
  const own = REFUSED[error.code];
  const field = fieldOf(error);
  if (language.get() !== 'en') {
    if (own) return own();
    if (error.code === 'proxy_invalid' && field) return texts.problem[field];
  }
  return refusalText(error, own?.() ?? shellTexts.failed);
}

interface Errors {
  problems: Problems;
  /** What the server refuses for a reason that is of no field. */
  words: string | null;
}

/** What was found wrong, and what the server refuses, beside its field where it has one. */
export function errorsOf(error: ApiError | null, found: Problems): Errors {
  if (error === null) return { words: null, problems: found };
  const words = refusedWords(error);
  const field = fieldOf(error);
  return field === null
    ? { words, problems: found }
    : { words: null, problems: { ...found, [field]: words } };
}
