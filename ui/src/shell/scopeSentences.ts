import type { ApplicationScope } from '@/generated/types';
import { texts } from '@/texts/applications';

const SENTENCES = {
  openid: 'openid',
  profile: 'profile',
  email: 'email',
  offline_access: 'offline',
  'repositories:read': 'read',
  'repositories:write': 'write',
  administration: 'administration',
} as const satisfies Record<ApplicationScope, keyof typeof texts.scope>;

/** All scopes, in the order in which they are listed. */
export const APPLICATION_SCOPES = Object.keys(SENTENCES) as ApplicationScope[];

/** What an application can do with a scope. */
export const scopeSentence = (scope: ApplicationScope): string => texts.scope[SENTENCES[scope]];
