import type { ApiError } from '@/engine/api';
import type { DescribedProxy } from '@/generated/api';
import { hostOf, isHost, portOf } from '@/lib/hostAndPort';
import { type Problems, problemsAmong, type RefusalTexts, refusalsOf } from '@/shell/form/problems';
import { isPasswordAsked } from '@/shell/form/storedPassword';
import { texts } from '@/texts/outboundProxies';
import { storedOf, type Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['key', 'host', 'port', 'user_name', 'password', 'for_webhooks'] as const;
type Field = (typeof FIELDS)[number];

const KEY = /^[A-Za-z][A-Za-z0-9_-]{1,63}$/;

function userNameProblem({ userName, password }: Values): string | null {
  const name = userName.trim();
  if (name.includes(':') || name.length > 128) return texts.problem.user_name;
  return name === '' && password !== '' ? texts.problem.userNameMissing : null;
}

/** What is wrong, before anything is sent. */
export function problemsOf(values: Values, before: DescribedProxy | null): Problems<Field> {
  return problemsAmong<Field>({
    key: KEY.test(values.key.trim()) ? null : texts.problem.key,
    host: isHost(hostOf(values.host)) ? null : texts.problem.host,
    port: portOf(values.port) === null ? texts.problem.port : null,
    user_name: userNameProblem(values),
    password: isPasswordAsked(storedOf(values, before), values) ? texts.problem.passwordMissing : null,
  });
}

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  proxy_key_taken: () => texts.refused.keyTaken,
  proxy_default_taken: () => texts.refused.defaultTaken,
  proxy_in_use: () => texts.refused.inUse,
  proxy_is_default: () => texts.refused.isDefault,
  too_many_proxies: () => texts.refused.tooMany,
  proxy_fixed: () => texts.refused.fixed,
  proxy_address: () => texts.refused.address,
  proxy_password_kept: () => texts.form.passwordMoved,
};

/** How the form shows what the server refuses. */
export const refused = refusalsOf({
  fields: FIELDS,
  byCode: REFUSED,
  invalid: 'proxy_invalid',
  enter: field => texts.problem[field],
});

/** The words for it, where there is no form. */
export const refusedWords = (error: ApiError): string => refused(error).words;
