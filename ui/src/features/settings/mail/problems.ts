import type { ApiError } from '@/engine/api';
import type { DescribedMailServer } from '@/generated/api';
import { hostOf, isHost, portOf } from '@/lib/hostAndPort';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/mail';
import { isMoved, type Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['host', 'port', 'security', 'user', 'password', 'from', 'from_name'] as const;
type Field = (typeof FIELDS)[number];

/** What is wrong, by the field. */
export type Problems = Partial<Record<Field, string>>;

const MAIL_ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Whether a text has the form of a mail address. The server looks closer. */
export const isMailAddress = (typed: string): boolean => MAIL_ADDRESS.test(typed) && typed.length <= 254;

/** A password that is stored is removed on purpose, and not lost by an oversight. */
function passwordProblem(values: Values, before: DescribedMailServer | null): string | null {
  const { password, isPasswordRemoved } = values;
  const isAsked = before?.has_password && isMoved(values, before) && !isPasswordRemoved;
  return isAsked && values.user.trim() !== '' && password === '' ? texts.problem.passwordMissing : null;
}

/** What is wrong, before anything is sent. */
export function problemsOf(values: Values, before: DescribedMailServer | null): Problems {
  const user = values.user.trim();
  const found: Record<Field, string | null> = {
    host: isHost(hostOf(values.host)) ? null : texts.problem.host,
    port: portOf(values.port) === null ? texts.problem.port : null,
    security: user !== '' && values.security === 'none' ? texts.problem.security : null,
    user: user === '' && values.password !== '' ? texts.problem.userMissing : null,
    password: passwordProblem(values, before),
    from: isMailAddress(values.from.trim()) ? null : texts.problem.from,
    from_name: null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as Problems;
}

const fieldOf = ({ field }: ApiError): Field | null => FIELDS.find(one => one === field) ?? null;

/** The texts of what the server refuses, by its codes. */
const REFUSED: Readonly<Record<string, () => string>> = {
  mail_server_address: () => texts.refused.address,
  mail_in_clear: () => texts.refused.inClear,
  mail_server_password_kept: () => texts.form.passwordMoved,
};

/** The words for what the server refuses. It speaks English, and may say more than the catalogue does. */
function refusedWords(error: ApiError): string {
  const own = REFUSED[error.code];
  const field = fieldOf(error);
  if (language.get() !== 'en') {
    if (own) return own();
    if (error.code === 'mail_server_invalid' && field) return texts.problem[field];
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
