import type { ApplicationScope } from '@/generated/types';
import { texts } from '@/texts/applications';
import css from './ApplicationScopes.module.css';

const SENTENCES = {
  openid: 'openid',
  profile: 'profile',
  email: 'email',
  offline_access: 'offline',
  'repositories:read': 'read',
  'repositories:write': 'write',
  administration: 'administration',
} as const satisfies Record<ApplicationScope, keyof typeof texts.scope>;

interface ApplicationScopesProps {
  /** Names the list. */
  label: string;
  scopes: readonly ApplicationScope[];
  /** Those that the user has not consented to before. */
  fresh?: readonly ApplicationScope[];
}

/** What an application can do for a user, each in a sentence (APP-02). */
export function ApplicationScopes({ label, scopes, fresh = [] }: ApplicationScopesProps) {
  return (
    <ul className={css.scopes} aria-label={label}>
      {scopes.map(scope => (
        <li key={scope}>
          {texts.scope[SENTENCES[scope]]}
          {fresh.includes(scope) && (
            <>
              {' '}
              <span className={css.fresh}>{texts.consent.fresh}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
