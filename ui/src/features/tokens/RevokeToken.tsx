import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { AccessToken } from '@/generated/api';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts as people } from '@/texts/people';
import { texts } from '@/texts/tokens';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { notify } from '@/ui/notify';
import { tokenName } from './queries';

interface RevokeTokenProps {
  token: AccessToken;
  held?: readonly [asking: boolean, setAsking: (asking: boolean) => void];
  /** Called before it is revoked. */
  begin?: () => void;
  done?: () => void;
}

/** Revokes a token of any account, after asking. */
export function RevokeToken({ token, held, begin, done }: RevokeTokenProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => accountCalls.deleteAccessApiUiTokensId(api, token.token_id),
    onSuccess: () => {
      notify({ text: texts.revoked, severity: 'info' });
      done?.();
    },
    onError: error => notify({ text: error.message || shellTexts.notice.network, severity: 'error' }),
    onSettled: () => refresh(client, ['tokens']),
  });
  return (
    <ConfirmButton
      words={{
        button: texts.revoke,
        label: people.profile.api.revokeOne({ name: tokenName(token) }),
        title: texts.revokeQuestion,
        yes: texts.revoke,
        no: texts.keep,
      }}
      {...(held && { held })}
      busy={revoke.isPending}
      confirm={() => {
        begin?.();
        revoke.mutate();
      }}
    />
  );
}
