import type { ApiError } from '@/engine/api';
import type { DescribedUserDirectory } from '@/generated/api';
import { hostOf, isHost, isWebAddress, portOf } from '@/lib/hostAndPort';
import {
  type Problems as ProblemsOf,
  problemsAmong,
  type RefusalTexts,
  type Refused,
  refusalsOf,
} from '@/shell/form/problems';
import { texts } from '@/texts/userDirectories';
import { type GroupKey, problemsOfGroups } from '../sign-in-providers/problems';
import { hasGroups, isMoved, orderOf, type Values } from './values';

/** The fields beside which a problem is shown, as the server names them. */
const FIELDS = [
  'name',
  'label',
  'host',
  'port',
  'bind_dn',
  'password',
  'url',
  'application',
  'user_base',
  'user_filter',
  'name_attribute',
  'mail_attribute',
  'group_base',
  'group_filter',
  'group_name_attribute',
  'group_map',
  'order',
] as const;
export type Field = (typeof FIELDS)[number];

/** What is wrong, by the field, or by the id of a mapped group and its field. */
export type Problems = ProblemsOf<Field | GroupKey>;

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const ATTRIBUTE = /^([a-z][a-z0-9-]*|\d+(\.\d+)+)$/i;
/** How a distinguished name begins: with an attribute, of which a value follows. */
const DISTINGUISHED_NAME = /^([a-z][a-z0-9-]*|\d+(\.\d+)+)\s*=/i;
const FILTER = /^\(.+\)$/s;

const isAttribute = (typed: string): boolean => ATTRIBUTE.test(typed.trim());
const isDistinguishedName = (typed: string): boolean => DISTINGUISHED_NAME.test(typed.trim());
const isFilter = (typed: string): boolean => FILTER.test(typed.trim());

/** The check of a field that may be empty. */
const orNothing = (typed: string, isValid: (typed: string) => boolean): boolean =>
  typed.trim() === '' || isValid(typed);

const isUserFilter = ({ userFilter }: Values): boolean =>
  isFilter(userFilter) && userFilter.includes('{user}') && !userFilter.includes('{dn}');

/** Groups of groups are found by their distinguished names. */
const isGroupFilter = ({ groupFilter, nestedGroups }: Values): boolean =>
  isFilter(groupFilter) &&
  (groupFilter.includes('{dn}') || (groupFilter.includes('{user}') && !nestedGroups));

/** What is wrong with the password. One that is stored is not sent to another server, and has to be entered again. */
function passwordProblem(values: Values, before: DescribedUserDirectory | null): string | null {
  const isUsed = values.preset === 'crowd' || values.bindDn.trim() !== '';
  if (!isUsed || values.password !== '') return null;
  if (!before?.has_password) return texts.problem.password;
  return isMoved(values, before) ? texts.refused.passwordKept : null;
}

const unless = (isValid: boolean, problem: string): string | null => (isValid ? null : problem);

/** What is wrong with where an LDAP server is, and with how users and groups are found in it. */
function problemsOfLdap(values: Values) {
  const { problem } = texts;
  return {
    host: unless(isHost(hostOf(values.host)), problem.host),
    port: unless(portOf(values.port) !== null, problem.port),
    bind_dn: unless(orNothing(values.bindDn, isDistinguishedName), problem.bind_dn),
    user_base: unless(isDistinguishedName(values.userBase), problem.user_base),
    user_filter: unless(isUserFilter(values), problem.user_filter),
    name_attribute: unless(isAttribute(values.nameAttribute), problem.name_attribute),
    mail_attribute: unless(orNothing(values.mailAttribute, isAttribute), problem.mail_attribute),
    group_base: unless(orNothing(values.groupBase, isDistinguishedName), problem.group_base),
    group_filter: unless(isGroupFilter(values), problem.group_filter),
    group_name_attribute: unless(isAttribute(values.groupNameAttribute), problem.group_name_attribute),
  };
}

function problemsOfCrowd({ url, application }: Values) {
  const { problem } = texts;
  const name = application.trim();
  return {
    url: unless(isWebAddress(url.trim()), problem.url),
    application: unless(name !== '' && !name.includes(':'), problem.application),
  };
}

/** What is wrong, before anything is sent. The server looks closer. */
export function problemsOf(values: Values, before: DescribedUserDirectory | null): Problems {
  const { problem } = texts;
  return problemsAmong<Field | GroupKey>({
    name: unless(NAME.test(values.name.trim()), problem.name),
    label: unless(values.label.trim() !== '', problem.label),
    ...(values.preset === 'crowd' ? problemsOfCrowd(values) : problemsOfLdap(values)),
    password: passwordProblem(values, before),
    ...(hasGroups(values) ? Object.fromEntries(problemsOfGroups(values.groups)) : {}),
    order: unless(orderOf(values.order) !== null, problem.order),
  });
}

/** The texts of what the server refuses, by its codes. */
const REFUSED: RefusalTexts = {
  user_directory_name_taken: () => texts.refused.nameTaken,
  too_many_user_directories: () => texts.refused.tooMany,
  user_directory_fixed: () => texts.refused.fixed,
  user_directory_address: () => texts.refused.address,
  user_directory_unavailable: () => texts.refused.unavailable,
  user_directory_password_kept: () => texts.refused.passwordKept,
};

const byField = refusalsOf({
  fields: FIELDS,
  byCode: REFUSED,
  invalid: 'user_directory_invalid',
  enter: field => texts.problem[field],
});

/** How the form and the list show what the server refuses. The address of a server of Crowd is one field. */
export function refused(error: ApiError, isCrowd = false): Refused<Field> {
  const { field, words } = byField(error);
  return { field: isCrowd && field === 'host' ? 'url' : field, words };
}
