import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { PasskeyAccepted, PasskeyAnswer, PasskeyUse } from '@/generated/api';
import * as calls from '@/generated/calls';
import { createPasskey, PasskeyError, showPasskey } from '@/lib/webauthn';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/passkeySignIn';

const isRefused = (code: string): code is keyof typeof texts.refused => code in texts.refused;
const isFailure = (problem: string): problem is keyof typeof texts.failure => problem in texts.failure;

/** What a user reads of a passkey that was not used. Other faults are not of passkeys. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof PasskeyError)
    return isFailure(error.problem) ? texts.failure[error.problem] : texts.failed;
  if (!(error instanceof ApiError)) throw error;
  return isRefused(error.code)
    ? texts.refused[error.code]
    : noticeText(error.code, error.message, texts.failed);
}

export interface Passkey {
  busy: boolean;
  /** Why the last one was not used. */
  problem: string | null;
  clear: () => void;
  /** Asks the server, then the authenticators, and sends the answer. Null if the passkey was not used. */
  use: (purpose: PasskeyUse, more?: Partial<PasskeyAnswer>) => Promise<PasskeyAccepted | null>;
}

/** Using a passkey for one purpose: one at a time, and why it failed. */
export function usePasskey(): Passkey {
  const { api } = useEngine();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const use = async (purpose: PasskeyUse, more: Partial<PasskeyAnswer> = {}) => {
    setBusy(true);
    setProblem(null);
    try {
      const { publicKey } = await calls.postAuthPasskeyAsk(api, { purpose });
      const credential = await (purpose === 'enrolment' ? createPasskey(publicKey) : showPasskey(publicKey));
      return await calls.postAuthPasskeyAnswer(api, { ...more, credential });
    } catch (error) {
      setProblem(passkeyProblem(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, clear: () => setProblem(null), use };
}
