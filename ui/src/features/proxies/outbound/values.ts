import type { DescribedProxy, WantedProxy } from '@/generated/api';
import { portOf } from '../reverseProxy';

/** A proxy as it is typed. */
export interface Values {
  key: string;
  host: string;
  port: string;
  userName: string;
  /** The password that is typed; empty to keep the stored one. */
  password: string;
  /** The stored password is not to stay. */
  isPasswordRemoved: boolean;
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

/** The host as it is kept: an IPv6 address without the brackets that it has in an address with a port. */
const hostOf = (typed: string): string => typed.trim().replace(/^\[(.+)\]$/, '$1');

/** Whether the stored password cannot be kept: it is not sent to another proxy. */
export const isMoved = ({ host, port }: Values, before: DescribedProxy): boolean =>
  hostOf(host) !== before.host || portOf(port) !== before.port;

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
