import type { DescribedUserDirectory, WantedUserDirectory } from '@/generated/api';
import type { DirectoryServer, LdapId, LdapSecurity } from '@/generated/types';
import { hostOf, portOf } from '@/lib/hostAndPort';
import { wholeNumber } from '@/lib/wholeNumber';
import { type MappedGroup, mappedGroup } from '../sign-in-providers/values';

/** The last place of a directory among the others. */
export const ORDER_MAX = 65_535;

/** A whole number that can be a place; null for anything else. */
export const orderOf = (typed: string): number | null => wholeNumber(typed, 0, ORDER_MAX);

/** What a directory is, with what its form begins with. */
export type Preset = 'ldap' | 'activeDirectory' | 'crowd';

/** A directory as it is typed. */
export interface Values {
  preset: Preset;
  name: string;
  label: string;
  host: string;
  port: string;
  security: LdapSecurity;
  bindDn: string;
  url: string;
  application: string;
  password: string;
  userBase: string;
  userFilter: string;
  idAttribute: LdapId;
  nameAttribute: string;
  mailAttribute: string;
  groupBase: string;
  groupFilter: string;
  groupNameAttribute: string;
  nestedGroups: boolean;
  createsAccounts: boolean;
  groups: MappedGroup[];
  enabled: boolean;
  order: string;
}

/** The values that depend on what it is. */
type Preselected = Pick<Values, 'userFilter' | 'idAttribute' | 'nameAttribute'>;

const OPEN_LDAP: Preselected = {
  userFilter: '(uid={user})',
  idAttribute: 'entry_uuid',
  nameAttribute: 'uid',
};

const PRESETS: Readonly<Record<Preset, Preselected>> = {
  ldap: OPEN_LDAP,
  activeDirectory: {
    userFilter: '(&(objectCategory=person)(objectClass=user)(sAMAccountName={user}))',
    idAttribute: 'object_guid',
    nameAttribute: 'sAMAccountName',
  },
  crowd: OPEN_LDAP,
};

/** What a new directory begins with. */
export const newValues = (order: number): Values => ({
  preset: 'ldap',
  name: '',
  label: '',
  host: '',
  port: '636',
  security: 'tls',
  bindDn: '',
  url: '',
  application: '',
  password: '',
  userBase: '',
  ...OPEN_LDAP,
  mailAttribute: 'mail',
  groupBase: '',
  groupFilter: '(member={dn})',
  groupNameAttribute: 'cn',
  nestedGroups: false,
  createsAccounts: false,
  groups: [],
  enabled: true,
  order: String(order),
});

/** What is typed at first to change a directory. */
export function valuesOf(before: DescribedUserDirectory): Values {
  const { name, label, server, group_map, creates_accounts, enabled, order } = before;
  const common: Values = {
    ...newValues(order),
    name,
    label,
    createsAccounts: creates_accounts,
    groups: Object.entries(group_map).map(([value, group]) => mappedGroup(value, group)),
    enabled,
  };
  if (server.kind === 'crowd')
    return { ...common, preset: 'crowd', url: server.url, application: server.application };
  return {
    ...common,
    preset: server.id_attribute === 'object_guid' ? 'activeDirectory' : 'ldap',
    host: server.host,
    port: String(server.port),
    security: server.security,
    bindDn: server.bind_dn ?? '',
    userBase: server.user_base,
    userFilter: server.user_filter,
    idAttribute: server.id_attribute,
    nameAttribute: server.name_attribute,
    mailAttribute: server.mail_attribute ?? '',
    groupBase: server.group_base ?? '',
    groupFilter: server.group_filter,
    groupNameAttribute: server.group_name_attribute,
    nestedGroups: server.nested_groups,
  };
}

const PRESELECTED = ['userFilter', 'idAttribute', 'nameAttribute'] as const;

/** The values for another preset. What was entered by hand stays. */
export function withPreset(values: Values, preset: Preset): Values {
  const old = PRESETS[values.preset];
  const next = PRESETS[preset];
  const isOwn = PRESELECTED.some(field => values[field] !== old[field]);
  return { ...values, preset, ...(isOwn ? {} : next) };
}

const optional = (typed: string): string | null => typed.trim() || null;

function serverOf(values: Values): DirectoryServer {
  if (values.preset === 'crowd')
    return {
      kind: 'crowd',
      url: values.url.trim().replace(/\/+$/, ''),
      application: values.application.trim(),
    };
  return {
    kind: 'ldap',
    host: hostOf(values.host),
    // the form sends only what is one
    port: portOf(values.port) ?? 0,
    security: values.security,
    bind_dn: optional(values.bindDn),
    user_base: values.userBase.trim(),
    user_filter: values.userFilter.trim(),
    id_attribute: values.idAttribute,
    name_attribute: values.nameAttribute.trim(),
    mail_attribute: optional(values.mailAttribute),
    group_base: optional(values.groupBase),
    group_filter: values.groupFilter.trim(),
    group_name_attribute: values.groupNameAttribute.trim(),
    nested_groups: values.nestedGroups,
  };
}

/** Whether it becomes another server, or this installation another user of it. A stored password is not sent there. */
export function isMoved(values: Values, { server }: DescribedUserDirectory): boolean {
  const wanted = serverOf(values);
  if (wanted.kind === 'crowd')
    return server.kind !== 'crowd' || wanted.url !== server.url || wanted.application !== server.application;
  if (server.kind !== 'ldap') return true;
  return (['host', 'port', 'security', 'bind_dn'] as const).some(field => wanted[field] !== server[field]);
}

/** Whether groups are taken over. */
export const hasGroups = ({ preset, groupBase }: Values): boolean =>
  preset === 'crowd' || groupBase.trim() !== '';

/** What is sent. The stored password stays unless one is typed, and is removed where there is no name for it. */
export function wantedOf(values: Values, isNew: boolean): WantedUserDirectory {
  const server = serverOf(values);
  const isNameless = server.kind === 'ldap' && server.bind_dn === null;
  const groups = values.groups.map(({ value, group }) => [value.trim(), group] as const);
  return {
    ...(isNew && { name: values.name.trim() }),
    label: values.label.trim(),
    server,
    ...(isNameless ? { password: '' } : values.password !== '' && { password: values.password }),
    group_map: hasGroups(values) ? Object.fromEntries(groups) : {},
    creates_accounts: values.createsAccounts,
    enabled: values.enabled,
    order: orderOf(values.order) ?? 0,
  };
}
