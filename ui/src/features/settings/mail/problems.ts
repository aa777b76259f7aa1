import type { DescribedMailServer } from '@/generated/api';
import { hostOf, isHost, portOf } from '@/lib/hostAndPort';
import { type Problems, problemsAmong, type RefusalTexts, refusalsOf } from '@/shell/form/problems';
import { isPasswordAsked } from '@/shell/form/storedPassword';
import { texts } from '@/texts/mail';
import { storedOf, type Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = ['host', 'port', 'security', 'user', 'password', 'from', 'from_name'] as const;
type Field = (typeof FIELDS)[number];

const MAIL_ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Whether a text has the form of a mail address. The server looks closer. */
export const isMailAddress = (typed: string): boolean => MAIL_ADDRESS.test(typed) && typed.length <= 254;

/** What is wrong, before anything is sent. */
export function problemsOf(values: Values, before: DescribedMailServer | null): Problems<Field> {
  const user = values.user.trim();
  return problemsAmong<Field>({
    host: isHost(hostOf(values.host)) ? null : texts.problem.host,
    port: portOf(values.port) === null ? texts.problem.port : null,
    security: user !== '' && values.security === 'none' ? texts.problem.security : null,
    user: user === '' && values.password !== '' ? texts.problem.userMissing : null,
    password: isPasswordAsked(storedOf(values, before), values) ? texts.problem.passwordMissing : null,
    from: isMailAddress(values.from.trim()) ? null : texts.problem.from,
  });
}

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  mail_server_address: () => texts.refused.address,
  mail_in_clear: () => texts.refused.inClear,
  mail_server_password_kept: () => texts.form.passwordMoved,
};

/** How the form shows what the server refuses. */
export const refused = refusalsOf({
  fields: FIELDS,
  byCode: REFUSED,
  invalid: 'mail_server_invalid',
  enter: field => texts.problem[field],
});
