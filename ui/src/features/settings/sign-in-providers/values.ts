import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import type { SamlBinding, SignInProviderKind } from '@/generated/types';
import { certificatesIn } from './certificates';
import { kinds } from './kinds';

/** The group that a value of the claim leads to, as it is typed. */
export interface MappedGroup {
  id: number;
  value: string;
  group: string;
}

/** A provider as it is typed. */
export interface Values {
  kind: SignInProviderKind;
  name: string;
  label: string;
  issuer: string;
  clientId: string;
  secret: string;
  /** Whether the stored secret is removed. */
  isSecretRemoved: boolean;
  scopes: string;
  ssoUrl: string;
  sloUrl: string;
  binding: SamlBinding;
  /** Each as PEM, or in base64 with an empty line between two. */
  certificates: string;
  createsAccounts: boolean;
  nameClaim: string;
  groupsClaim: string;
  groups: MappedGroup[];
  factors: string;
  enabled: boolean;
  order: number;
  logo: SignInProviderKind | null;
}

let ids = 0;

/** A row with an id of its own, by which its fields stay the same while others come and go. */
export function mappedGroup(value = '', group = ''): MappedGroup {
  ids += 1;
  return { id: ids, value, group };
}

/** What a new provider begins with, at the end of the sign-in page. */
export function newValues(kind: SignInProviderKind, order: number): Values {
  const { name, issuer, scopes, nameClaim } = kinds[kind];
  return {
    kind,
    name,
    label: kind === 'oidc' || kind === 'saml' ? '' : kinds[kind].title,
    issuer,
    clientId: '',
    secret: '',
    isSecretRemoved: false,
    scopes,
    ssoUrl: '',
    sloUrl: '',
    binding: 'redirect',
    certificates: '',
    createsAccounts: false,
    nameClaim,
    groupsClaim: '',
    groups: [],
    factors: '',
    enabled: true,
    order,
    logo: null,
  };
}

/** What is typed at first to change a provider. */
export const valuesOf = (before: DescribedSignInProvider): Values => ({
  kind: before.kind,
  name: before.name,
  label: before.label,
  issuer: before.issuer,
  clientId: before.saml ? '' : before.client_id,
  secret: '',
  isSecretRemoved: false,
  scopes: before.scopes.join(' '),
  ssoUrl: before.saml?.sso_url ?? '',
  sloUrl: before.saml?.slo_url ?? '',
  binding: before.saml?.binding ?? 'redirect',
  certificates: before.saml?.certificates.join('\n\n') ?? '',
  createsAccounts: before.creates_accounts,
  nameClaim: before.name_claim,
  groupsClaim: before.groups_claim ?? '',
  groups: Object.entries(before.group_map).map(([value, group]) => mappedGroup(value, group)),
  factors: before.amr_satisfies.join(' '),
  enabled: before.enabled,
  order: before.order,
  logo: before.logo,
});

const PRESET = ['name', 'label', 'issuer', 'scopes', 'nameClaim'] as const;

/** The values for another kind. What was entered by hand stays, where the kind permits it. */
export function withKind(values: Values, kind: SignInProviderKind, isNew: boolean): Values {
  const old = newValues(values.kind, values.order);
  const next = newValues(kind, values.order);
  const changed: Values = { ...values, kind };
  for (const field of PRESET) if (values[field].trim() === old[field]) changed[field] = next[field];
  if (!isNew) changed.name = values.name;
  if (kinds[kind].isFixed) changed.issuer = next.issuer;
  return changed;
}

/** Whether it becomes another client, to which the stored secret is not sent. */
export const isOtherClient = (values: Values, before: DescribedSignInProvider): boolean =>
  values.kind !== before.kind ||
  values.issuer.trim() !== before.issuer ||
  values.clientId.trim() !== before.client_id;

/** The words of a list that is separated by white space. */
export const words = (typed: string): string[] => typed.split(/\s+/).filter(word => word !== '');

function secretOf({ secret, isSecretRemoved }: Values): Pick<WantedSignInProvider, 'client_secret'> {
  if (isSecretRemoved) return { client_secret: '' };
  return secret === '' ? {} : { client_secret: secret };
}

/** What is particular to the protocol. */
function protocolOf(
  values: Values,
): Pick<WantedSignInProvider, 'client_id' | 'client_secret' | 'scopes' | 'saml'> {
  if (values.kind !== 'saml')
    return {
      client_id: values.clientId.trim(),
      ...secretOf(values),
      scopes: words(values.scopes),
    };
  return {
    saml: {
      sso_url: values.ssoUrl.trim(),
      slo_url: values.sloUrl.trim(),
      binding: values.binding,
      certificates: certificatesIn(values.certificates),
    },
  };
}

/** What is sent. */
export function wantedOf(values: Values, isNew: boolean): WantedSignInProvider {
  const { hasTokens } = kinds[values.kind];
  const claim = hasTokens ? values.groupsClaim.trim() : '';
  const groups = values.groups.map(({ value, group }) => [value.trim(), group] as const);
  return {
    ...(isNew && { name: values.name.trim() }),
    label: values.label.trim(),
    kind: values.kind,
    issuer: values.issuer.trim(),
    ...protocolOf(values),
    groups_claim: claim,
    group_map: claim === '' ? {} : Object.fromEntries(groups),
    creates_accounts: values.createsAccounts,
    name_claim: values.nameClaim.trim(),
    amr_satisfies: hasTokens ? words(values.factors) : [],
    enabled: values.enabled,
    order: values.order,
    ...(values.logo !== null && { logo: values.logo }),
  };
}
