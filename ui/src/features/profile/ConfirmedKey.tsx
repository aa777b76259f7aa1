import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import * as calls from '@/generated/calls';
import { OneUseLink } from '@/shell/OneUseLink';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/identities';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './profile.module.css';

interface ConfirmedKeyProps {
  /** The name of the signed-in user. */
  name: string;
  /** The name of the provider by which the user has signed in. */
  provider: string;
}

/** The API key of a user without a password here, who signs in at the provider once more for it (ROLE-02). */
export function ConfirmedKey({ name, provider }: ConfirmedKeyProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const isConfirmed = useIsConfirmed();
  const [key, setKey] = useState<string | null>(null);
  const offered = useQuery({
    queryKey: ['oauth-providers'],
    queryFn: () => calls.getAuthOauthProviders(api),
    staleTime: 0,
  });
  const label = offered.data?.find(one => one.name === provider)?.label ?? provider;
  const { error } = submit;
  const create = async () => {
    const made = await accountCalls.postUserApiKeyUsername(api, name);
    setKey(made.apiKey);
    void refresh(client, ['tokens']);
  };
  const leave = async () => {
    const { url } = await accountCalls.postAuthSsoNameConfirm(api, provider);
    window.location.assign(url);
  };
  return (
    <div className={css.action}>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, texts.keyFailed)}</Notice>}
      {key === null ? (
        <>
          <p>{isConfirmed ? texts.keyReady : texts.keyLead({ name: label })}</p>
          <div className={css.buttons}>
            <Button
              variant="default"
              loading={submit.busy}
              onClick={() => void submit.run(isConfirmed ? create : leave)}
            >
              {isConfirmed ? texts.keyCreate : texts.again({ name: label })}
            </Button>
          </div>
        </>
      ) : (
        <OneUseLink link={key} text={texts.keyUntil} />
      )}
    </div>
  );
}

/** Whether the user is back from the provider. The machine forgets it once it was seen. */
function useIsConfirmed(): boolean {
  const { state, send } = useMachine('sso');
  const [wasConfirmed, setWasConfirmed] = useState(false);
  const isConfirmed = state?.state === 'done' && state.purpose === 'confirm';
  useEffect(() => {
    if (!isConfirmed) return;
    setWasConfirmed(true);
    // if the machine has gone on meanwhile, there is nothing to forget
    send({ type: 'cancel' }).catch(() => undefined);
  }, [isConfirmed, send]);
  return isConfirmed || wasConfirmed;
}
