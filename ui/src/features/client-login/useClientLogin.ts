import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { ClientLoginOutcome } from '@/generated/api';
import type { Notice } from '@/generated/types';
import { type ClientSession, forgetClientSession } from '@/lib/clientSession';
import { type End, endOf } from './client';

/** Why the client has not been signed in, while it still waits. */
export type Setback = { is: 'wrong_code'; left: number } | { is: 'refused'; notice: Notice };

/** The user's answer to a client, and what became of it. */
export function useClientLogin(client: ClientSession, name: string) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [end, setEnd] = useState<End | null>(null);
  const [setback, setSetback] = useState<Setback | null>(null);

  const finish = (became: End) => {
    forgetClientSession(client);
    setEnd(became);
  };
  const take = ({ status, left, notice }: ClientLoginOutcome) => {
    if (status === 'granted' || status === 'denied') return finish(status);
    if (status === 'wrong_code') return setSetback({ is: 'wrong_code', left: left ?? 0 });
    const ended = endOf(notice?.code ?? '');
    if (ended !== null) return finish(ended);
    if (notice) setSetback({ is: 'refused', notice });
  };
  /** True after a wrong code. */
  const send = async (answer: { code: string } | { deny: true }): Promise<boolean> => {
    let isWrong = false;
    await submit.run(async () => {
      setSetback(null);
      const body = { session: client.session, client_name: name, ...answer };
      try {
        const outcome = await accountCalls.postAccessApiV2AuthenticationJfrogClientLoginResponse(api, body);
        isWrong = outcome.status === 'wrong_code';
        take(outcome);
      } catch (failure) {
        const ended = failure instanceof ApiError ? endOf(failure.code) : null;
        if (ended === null) throw failure;
        finish(ended);
      }
    });
    return isWrong;
  };
  return {
    submit,
    end,
    setback,
    confirm: (code: string) => send({ code }),
    deny: () => send({ deny: true }),
  };
}
