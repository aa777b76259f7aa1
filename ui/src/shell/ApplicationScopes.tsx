import type { ApplicationScope } from '@/generated/types';
import { texts } from '@/texts/applications';
import css from './ApplicationScopes.module.css';
import { scopeSentence } from './scopeSentences';

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
          {scopeSentence(scope)}
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
