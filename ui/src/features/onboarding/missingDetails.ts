import type { Answers } from '@/generated/types';
import type { texts } from '@/texts/onboarding';

/** What the details may lack, as the server calls it. */
export type Missing = Extract<
  keyof typeof texts.problems,
  'role_missing' | 'other_role_missing' | 'company_name_missing'
>;

/**
 * What the details lack, in the order of the page. The server says whether they lack anything, and of several only the
 * first: this finds the others beside it in the answers as the server has them.
 */
export function missingDetails({ purpose, details }: Answers): readonly Missing[] {
  const missing: Missing[] = [];
  if (!details.role) missing.push('role_missing');
  if (details.role === 'other' && !details.other_role) missing.push('other_role_missing');
  if (purpose === 'commercial' && !details.company_name) missing.push('company_name_missing');
  return missing;
}
