import type { DescribedSignInProvider } from '@/generated/api';
import { isWebAddress } from '@/lib/hostAndPort';
import { type Problems as ProblemsOf, type RefusalTexts, refusalsOf } from '@/shell/form/problems';
import { texts } from '@/texts/signInProviders';
import { certificatesIn } from './certificates';
import { kinds } from './kinds';
import { isOtherClient, type MappedGroup, type Values, words } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = [
  'name',
  'label',
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'sso_url',
  'slo_url',
  'certificates',
  'groups_claim',
  'group_map',
  'name_claim',
  'amr_satisfies',
] as const;
type Field = (typeof FIELDS)[number];

/** The id of a mapped group with one of its fields. */
export type GroupKey = `${number}.${'value' | 'group'}`;

/** What is wrong, by the field, or by the id of a mapped group and its field. */
export type Problems = ProblemsOf<Field | GroupKey>;

export const GROUPS_MAX = 100;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const LABEL_CHARS_MAX = 64;
const CLIENT_ID_CHARS_MAX = 256;
const SECRET_CHARS_MAX = 1_024;
const SCOPES_MAX = 20;
const SCOPE = /^[!#-[\]-~]{1,128}$/;
const CLAIM_CHARS_MAX = 128;
const VALUE_CHARS_MAX = 256;
const FACTORS_MAX = 20;
const ENTITY_ID_CHARS_MAX = 1_024;
const CERTIFICATES_MAX = 3;
const CERTIFICATE = /^[A-Za-z0-9+/]+={0,2}$/;
const OF_THIS_MACHINE = ['127.0.0.1', '[::1]', 'localhost'];

const isIssuer = (typed: string, { hasTokens }: { hasTokens: boolean }): boolean =>
  isWebAddress(typed) && (hasTokens || !typed.endsWith('/'));

const isText = (typed: string, most: number): boolean => typed !== '' && typed.length <= most;

/** What is wrong with the rows of a map of groups. */
export function* problemsOfGroups(groups: readonly MappedGroup[]): Generator<[GroupKey, string]> {
  const values = groups.map(({ value }) => value.trim());
  for (const [at, { id, group }] of groups.entries()) {
    const typed = values[at] ?? '';
    if (!isText(typed, VALUE_CHARS_MAX)) yield [`${id}.value`, texts.problem.value];
    else if (values.indexOf(typed) < at) yield [`${id}.value`, texts.problem.valueTaken];
    if (group === '') yield [`${id}.group`, texts.problem.group];
  }
}

/** What is wrong with the secret. One that is stored is dropped for another client, and has to be entered again. */
function secretProblem(values: Values, before: DescribedSignInProvider | null): string | null {
  const { secret, isSecretRemoved } = values;
  if (secret.length > SECRET_CHARS_MAX || /\p{Cc}/u.test(secret)) return texts.problem.client_secret;
  const isDropped = before?.has_client_secret && !isSecretRemoved && isOtherClient(values, before);
  return isDropped && secret === '' ? texts.problem.secretMissing : null;
}

/** Whether browsers may be led to an address of an identity provider. */
function isBrowserAddress(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url === null || /[#@\s\\]/.test(typed)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && OF_THIS_MACHINE.includes(url.hostname));
}

/** What is wrong with the settings of SAML. */
function* problemsOfSaml(values: Values): Generator<[keyof Problems, string]> {
  const issuer = values.issuer.trim();
  const slo = values.sloUrl.trim();
  const certificates = certificatesIn(values.certificates);
  if (!isText(issuer, ENTITY_ID_CHARS_MAX) || /\s/.test(issuer)) yield ['issuer', texts.problem.entityId];
  if (!isBrowserAddress(values.ssoUrl.trim())) yield ['sso_url', texts.problem.sso_url];
  if (slo !== '' && !isBrowserAddress(slo)) yield ['slo_url', texts.problem.slo_url];
  const areCertificates = certificates.length > 0 && certificates.length <= CERTIFICATES_MAX;
  if (!areCertificates || certificates.some(one => !CERTIFICATE.test(one)))
    yield ['certificates', texts.problem.certificates];
}

/** What is wrong with how this installation is known to the provider. */
function* problemsOfClient(
  values: Values,
  before: DescribedSignInProvider | null,
): Generator<[keyof Problems, string]> {
  const clientId = values.clientId.trim();
  const scopes = words(values.scopes);
  if (!isIssuer(values.issuer.trim(), kinds[values.kind])) yield ['issuer', texts.problem.issuer];
  if (!isText(clientId, CLIENT_ID_CHARS_MAX) || /\s/.test(clientId))
    yield ['client_id', texts.problem.client_id];
  const secret = secretProblem(values, before);
  if (secret !== null) yield ['client_secret', secret];
  if (scopes.length > SCOPES_MAX || scopes.some(scope => !SCOPE.test(scope)))
    yield ['scopes', texts.problem.scopes];
}

function* found(values: Values, before: DescribedSignInProvider | null): Generator<[keyof Problems, string]> {
  const kind = kinds[values.kind];
  const claim = values.groupsClaim.trim();
  if (!NAME.test(values.name.trim())) yield ['name', texts.problem.name];
  if (!isText(values.label.trim(), LABEL_CHARS_MAX)) yield ['label', texts.problem.label];
  yield* values.kind === 'saml' ? problemsOfSaml(values) : problemsOfClient(values, before);
  if (!isText(values.nameClaim.trim(), CLAIM_CHARS_MAX)) yield ['name_claim', texts.problem.name_claim];
  if (!kind.hasTokens) return;
  if (claim.length > CLAIM_CHARS_MAX) yield ['groups_claim', texts.problem.groups_claim];
  if (claim === '' && values.groups.length > 0) yield ['groups_claim', texts.problem.claimMissing];
  yield* problemsOfGroups(values.groups);
  if (words(values.factors).length > FACTORS_MAX) yield ['amr_satisfies', texts.problem.amr_satisfies];
}

/** What is wrong, before anything is sent. */
export const problemsOf = (values: Values, before: DescribedSignInProvider | null): Problems =>
  Object.fromEntries(found(values, before));

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  sign_in_provider_name_taken: () => texts.refused.nameTaken,
  too_many_sign_in_providers: () => texts.refused.tooMany,
  sign_in_provider_fixed: () => texts.refused.fixed,
  sign_in_provider_address: () => texts.refused.address,
  sign_in_provider_unavailable: () => texts.refused.unavailable,
  sign_in_provider_secret_kept: () => texts.refused.secretKept,
  sign_in_provider_metadata: () => texts.refused.metadata,
  sign_in_provider_without_saml: () => texts.refused.withoutSaml,
};

/** How the form and the list show what the server refuses. */
export const refused = refusalsOf({
  fields: FIELDS,
  byCode: REFUSED,
  invalid: 'sign_in_provider_invalid',
  enter: field => texts.problem[field],
});
