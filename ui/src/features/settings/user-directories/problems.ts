import type { ApiError } from '@/engine/api';
import {
  type Problems as ProblemsOf,
  type RefusalTexts,
  type Refused,
  refusalsOf,
} from '@/shell/form/problems';
import { texts } from '@/texts/userDirectories';

/** The fields beside which a problem is shown, as the server names them. It alone knows what is valid. */
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
] as const;
export type Field = (typeof FIELDS)[number];

/** What is wrong, by the field. */
export type Problems = ProblemsOf<Field>;

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
