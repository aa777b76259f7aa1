import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as accountCalls from '@/generated/accountCalls';
import type { ApiKey } from '@/generated/api';
import { OneUseLink } from '@/shell/OneUseLink';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { NewToken } from './NewToken';
import css from './profile.module.css';
import { Tokens } from './Tokens';

/** What programs use to act as the user: the API key and tokens (API-03, API-05). */
export function ApiAccess({ name }: { name: string }) {
  return (
    <>
      <p className="wb-muted">{texts.profile.api.lead}</p>
      <Key name={name} />
      <NewToken name={name} />
      <Tokens />
    </>
  );
}

function Key({ name }: { name: string }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'show' | 'make' | null>(null);
  const [shown, setShown] = useState<ApiKey | null>(null);
  const api = texts.profile.api;
  return (
    <div className={css.action}>
      <p>{api.keyText}</p>
      {shown &&
        (shown.apiKey === null ? (
          <Notice kind="info">{api.noKey}</Notice>
        ) : (
          <OneUseLink
            link={shown.apiKey}
            text={shown.until === null ? '' : api.keyUntil({ time: dayTime(shown.until) })}
          />
        ))}
      {asking === null ? (
        <div className={css.buttons}>
          {shown ? (
            <Button variant="default" onClick={() => setShown(null)}>
              {api.hideKey}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsking('show')}>
              {api.showKey}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking('make')}>
            {api.newKey}
          </Button>
        </div>
      ) : (
        <PasswordConfirm
          name={name}
          action={asking === 'show' ? api.showKey : api.newKey}
          close={() => setAsking(null)}
          run={async sender => {
            const ask =
              asking === 'show' ? accountCalls.getUserApiKeyUsername : accountCalls.postUserApiKeyUsername;
            setShown(await ask(sender, name));
            setAsking(null);
            void refresh(client, ['tokens']);
          }}
        >
          {asking === 'make' && <Notice kind="info">{api.replaceKey}</Notice>}
        </PasswordConfirm>
      )}
    </div>
  );
}
