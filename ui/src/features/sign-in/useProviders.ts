import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { OauthProvider } from '@/generated/api';
import * as calls from '@/generated/calls';

const NONE: readonly OauthProvider[] = [];

/**
 * The providers that the sign-in page offers, in their order. None while they are not known: there is the form. The
 * page asks only where the answer for the session says that there are some; that of an invitation always does.
 */
export function useProviders(registrationToken?: string): readonly OauthProvider[] {
  const { api, session } = useEngine();
  const offers = useAtom(session)?.sign_in.offers_providers ?? false;
  const asks = offers || registrationToken !== undefined;
  const [providers, setProviders] = useState(NONE);
  useEffect(() => {
    if (!asks) return;
    let isOver = false;
    calls.getAuthOauthProviders(api, { registrationToken }).then(
      all => isOver || setProviders(all),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [api, asks, registrationToken]);
  return asks ? providers : NONE;
}
