import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import type { IdentityToken } from '@/generated/api';
import { loadChunk } from '@/lib/chunk';
import { useTyped } from '@/lib/useTyped';
import { lazyWith } from '@/shell/lazyPage';
import { NEW_TOKEN, tokenOf, tokenProblem } from '@/shell/newToken';
import { OneUseLink } from '@/shell/OneUseLink';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { refresh } from '@/shell/refresh';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts } from '@/texts/people';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import css from './profile.module.css';

// its list of repositories is larger than the rest of the profile
const TokenFields = lazyWith(() =>
  loadChunk('token-fields', () => import('@/shell/TokenFields')).then(part => part.TokenFields),
);

/** Makes a token, which is shown this once (API-03), for everything or with a scope (PERM-03). */
export function NewToken({ name }: { name: string }) {
  const client = useQueryClient();
  const { values, set, begin } = useTyped('token', useCurrentUser().person ?? '', NEW_TOKEN);
  // what was typed before a reload shows again
  const [asking, setAsking] = useState(values.description !== '' || values.limited);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<IdentityToken | null>(null);
  const opener = useFocusAfter(asking);
  const api = texts.profile.api;
  return (
    <div className={css.action}>
      <p>{api.tokenText}</p>
      {made && <OneUseLink link={made.token} text={api.madeToken} />}
      {asking ? (
        <PasswordConfirm
          name={name}
          action={api.token}
          close={() => {
            begin(NEW_TOKEN);
            setProblem(null);
            setAsking(false);
          }}
          run={async sender => {
            const found = tokenProblem(values);
            setProblem(found);
            if (found) return;
            setMade(await accountCalls.postAuthIdentifyToken(sender, tokenOf(values)));
            begin(NEW_TOKEN);
            setAsking(false);
            void refresh(client, ['tokens']);
          }}
        >
          <TokenFields
            values={values}
            set={changes => {
              setProblem(null);
              set(changes);
            }}
            problem={problem}
          />
        </PasswordConfirm>
      ) : (
        <Button
          ref={opener}
          variant="default"
          onClick={() => {
            setMade(null);
            setAsking(true);
          }}
        >
          {api.token}
        </Button>
      )}
    </div>
  );
}
