import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { OauthProvider } from '@/generated/api';
import * as calls from '@/generated/calls';

const NONE: readonly OauthProvider[] = [];

/** The providers that the sign-in page offers, in their order. None while they are not known: there is the form. */
export function useProviders(registrationToken?: string): readonly OauthProvider[] {
  const { api } = useEngine();
  const [providers, setProviders] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    calls.getAuthOauthProviders(api, { registrationToken }).then(
      all => isOver || setProviders(all),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [api, registrationToken]);
  return providers;
}
