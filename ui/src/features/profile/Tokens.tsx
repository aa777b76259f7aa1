import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { AccessToken } from '@/generated/api';
import { useRemovalFocus } from '@/lib/useRemovalFocus';
import { refresh } from '@/shell/refresh';
import { scopeText } from '@/shell/scopeText';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import css from '@/ui/itemList.module.css';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';

const moment = (seconds: number) => dayTime(new Date(seconds * 1_000).toISOString());

/** The user's own tokens, and revoking them. */
export function Tokens() {
  const { api } = useEngine();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: () => accountCalls.getAuthTokens(api),
    staleTime: 0,
  });
  const focus = useRemovalFocus<HTMLParagraphElement>(tokens.data?.tokens.map(one => one.token_id) ?? []);
  const revoke = useMutation({
    mutationFn: (id: string) => accountCalls.postAuthTokensRevoke(api, { id }),
    onSuccess: () => notify({ text: texts.profile.api.revoked, severity: 'info' }),
    onError: error => notify({ text: error.message || shellTexts.notice.network, severity: 'error' }),
    onSettled: () => {
      setAsking(null);
      return refresh(client, ['tokens']);
    },
  });
  const words = texts.profile.api;
  if (tokens.isPending) return <Wait>{words.loading}</Wait>;
  if (tokens.isError)
    return (
      <Notice kind="bad">
        {words.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void tokens.refetch()}>
          {shellTexts.system.retry}
        </Button>
      </Notice>
    );
  if (tokens.data.tokens.length === 0)
    return (
      <p ref={focus.rest} className="wb-muted" tabIndex={-1}>
        {words.none}
      </p>
    );
  return (
    <ul ref={focus.list} className={css.list} aria-label={words.list}>
      {tokens.data.tokens.map(token => (
        <li key={token.token_id} className={css.item}>
          <div className={css.name}>
            <strong dir="auto">{nameOf(token)}</strong>
            <div className={css.meta}>
              {words.made} {moment(token.issued_at)} · {words.until} {moment(token.expiry)}
            </div>
            <div className={css.meta}>{scopeText(token.scope)}</div>
          </div>
          <ConfirmButton
            words={{
              button: words.revoke,
              label: words.revokeOne({ name: nameOf(token) }),
              title: words.revokeQuestion,
              yes: words.revoke,
              no: texts.users.cancel,
            }}
            held={[asking === token.token_id, on => setAsking(on ? token.token_id : null)]}
            busy={revoke.isPending}
            confirm={() => {
              focus.removing(token.token_id);
              revoke.mutate(token.token_id);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function nameOf(token: AccessToken): string {
  if (token.api_key) return texts.profile.api.isKey;
  return token.description ?? texts.profile.api.unnamed;
}
