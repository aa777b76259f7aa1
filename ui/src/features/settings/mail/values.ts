import type { DescribedMailServer, WantedMailServer } from '@/generated/api';
import type { MailSecurity } from '@/generated/types';
import { hostOf, portOf } from '@/lib/hostAndPort';
import type { StoredPassword, TypedPassword } from '@/shell/form/storedPassword';

/** A mail server as it is typed. */
export interface Values extends TypedPassword {
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  from: string;
  fromName: string;
}

/** The ways to encrypt, the first of which is that of most servers. */
export const SECURITIES = ['starttls', 'tls', 'none'] as const satisfies readonly MailSecurity[];

/** The usual port of each way to encrypt. */
const PORTS: Readonly<Record<MailSecurity, string>> = { starttls: '587', tls: '465', none: '25' };

export const NEW: Values = {
  host: '',
  port: PORTS.starttls,
  security: 'starttls',
  user: '',
  password: '',
  isPasswordRemoved: false,
  from: '',
  fromName: '',
};

/** What is typed at first to change a mail server. */
export const valuesOf = ({ port, user, from_name, ...others }: DescribedMailServer): Values => ({
  ...NEW,
  host: others.host,
  security: others.security,
  from: others.from,
  port: String(port),
  user: user ?? '',
  fromName: from_name,
});

/** Another way to encrypt, with its usual port unless another one was typed. */
export function withSecurity({ port, security }: Values, chosen: MailSecurity): Partial<Values> {
  return { security: chosen, ...(port === PORTS[security] && { port: PORTS[chosen] }) };
}

/** Whether the stored password cannot be kept: it is not sent to another server. */
export const isMoved = (values: Values, before: DescribedMailServer): boolean =>
  hostOf(values.host) !== before.host ||
  portOf(values.port) !== before.port ||
  values.user.trim() !== (before.user ?? '');

/** What the form has to know of a stored password. */
export const storedOf = (values: Values, before: DescribedMailServer | null): StoredPassword => ({
  isStored: before?.has_password ?? false,
  isMoved: before !== null && isMoved(values, before),
  isUsed: values.user.trim() !== '',
});

/** What is sent. Without a word on the password the stored one stays. */
export function wantedOf(values: Values): WantedMailServer {
  const user = values.user.trim();
  const password = values.isPasswordRemoved ? '' : values.password;
  const isSent = user !== '' && (password !== '' || values.isPasswordRemoved);
  return {
    host: hostOf(values.host),
    port: portOf(values.port) ?? 0,
    security: values.security,
    ...(user !== '' && { user }),
    ...(isSent && { password }),
    from: values.from.trim(),
    from_name: values.fromName.trim(),
  };
}
