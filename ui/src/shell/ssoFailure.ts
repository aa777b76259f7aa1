import { useEffect, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { Notice } from '@/generated/types';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/sso';

type Code = keyof typeof texts.failure;

const isKnown = (code: string): code is Code => Object.hasOwn(texts.failure, code);

/** Why signing in with a provider, or linking an identity, has failed. The server speaks English, and may say more. */
export function ssoFailureText(code: string, message = ''): string {
  const ours = isKnown(code) ? texts.failure[code] : '';
  return (language.get() === 'en' ? message || ours : ours || message) || texts.failed;
}

/**
 * What the server says of the last way to a provider. It is shown by the page that reads it first, and by no later one:
 * the machine forgets it.
 */
export function useSsoFailure(): Notice | null {
  const { state, send } = useMachine('sso');
  const failure = state?.state === 'idle' ? state.failure : null;
  const [read, setRead] = useState<Notice | null>(null);
  useEffect(() => {
    if (!failure) return;
    setRead(failure);
    // if the machine has gone on meanwhile, there is nothing to forget
    send({ type: 'cancel' }).catch(() => undefined);
  }, [failure, send]);
  return failure ?? read;
}
