import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';

/** Signing in at a provider once more, which confirms one act of a user without a password here (ROLE-02). */
export interface Confirmation {
  /** The name of the provider by which the user has signed in. */
  provider: string;
  /** Whether the user is back from it, and has not acted since. */
  isConfirmed: boolean;
  /** The one act was tried. */
  spend: () => void;
}

/** What a user of a provider has confirmed there; null for users who confirm otherwise, or not at all. */
export function useConfirmation(provider: string | null): Confirmation | null {
  const { state, send } = useMachine('sso');
  const [wasConfirmed, setWasConfirmed] = useState(false);
  const isConfirmed = state?.state === 'done' && state.purpose === 'confirm';
  useEffect(() => {
    if (!isConfirmed) return;
    setWasConfirmed(true);
    // if the machine has gone on meanwhile, there is nothing to forget
    send({ type: 'cancel' }).catch(() => undefined);
  }, [isConfirmed, send]);
  const spend = useCallback(() => setWasConfirmed(false), []);
  return provider === null ? null : { provider, isConfirmed: wasConfirmed, spend };
}

/** What users call a provider. */
export function useProviderLabel(provider: string): string {
  const { api } = useEngine();
  const offered = useQuery({
    queryKey: ['oauth-providers'],
    queryFn: () => calls.getAuthOauthProviders(api),
    staleTime: 0,
  });
  return offered.data?.find(one => one.name === provider)?.label ?? provider;
}
