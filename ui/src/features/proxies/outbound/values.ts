import type { DescribedProxy, WantedProxy } from '@/generated/api';
import { hostOf, portOf } from '@/lib/hostAndPort';
import type { StoredPassword, TypedPassword } from '@/shell/form/storedPassword';

/** A proxy as it is typed. */
export interface Values extends TypedPassword {
  key: string;
  host: string;
  port: string;
  userName: string;
  forWebhooks: boolean;
}

export const NEW: Values = {
  key: '',
  host: '',
  port: '',
  userName: '',
  password: '',
  isPasswordRemoved: false,
  forWebhooks: false,
};

/** What is typed at first to change a proxy. */
export const valuesOf = ({ key, host, port, user_name, for_webhooks }: DescribedProxy): Values => ({
  ...NEW,
  key,
  host,
  port: String(port),
  userName: user_name ?? '',
  forWebhooks: for_webhooks,
});

/** Whether the stored password cannot be kept: it is not sent to another proxy. */
export const isMoved = (values: Values, before: DescribedProxy): boolean =>
  hostOf(values.host) !== before.host || portOf(values.port) !== before.port;

/** What the form has to know of a stored password. */
export const storedOf = (values: Values, before: DescribedProxy | null): StoredPassword => ({
  isStored: before?.has_password ?? false,
  isMoved: before !== null && isMoved(values, before),
  isUsed: values.userName.trim() !== '',
});

/** What is sent. Without a word on the password the stored one stays. */
export function wantedOf(values: Values, before: DescribedProxy | null): WantedProxy {
  const userName = values.userName.trim();
  const password = values.isPasswordRemoved ? '' : values.password;
  const isSent = userName !== '' && (password !== '' || values.isPasswordRemoved);
  return {
    ...(before === null && { key: values.key.trim() }),
    host: hostOf(values.host),
    port: portOf(values.port) ?? 0,
    ...(userName !== '' && { user_name: userName }),
    ...(isSent && { password }),
    for_webhooks: values.forWebhooks,
  };
}
