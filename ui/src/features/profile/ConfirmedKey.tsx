import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import { OneUseLink } from '@/shell/OneUseLink';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/identities';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './profile.module.css';
import { type Confirmation, useProviderLabel } from './useConfirmation';

interface ConfirmedKeyProps {
  /** The name of the signed-in user. */
  name: string;
  confirmation: Confirmation;
}

/** The API key of a user without a password here, who signs in at the provider once more for it (ROLE-02). */
export function ConfirmedKey({ name, confirmation }: ConfirmedKeyProps) {
  const { provider, isConfirmed, spend } = confirmation;
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [key, setKey] = useState<string | null>(null);
  const label = useProviderLabel(provider);
  const { error } = submit;
  const create = async () => {
    const made = await accountCalls.postUserApiKeyUsername(api, name).finally(spend);
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
