import { useEffect, useRef, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { PasskeyAnswer } from '@/generated/api';
import * as calls from '@/generated/calls';
import { pageAddress } from '@/lib/basePath';
import { forgetDeviceLink } from '@/lib/deviceLink';
import { forgetPasswordLink } from '@/lib/passwordLink';
import { forgetResetKey } from '@/lib/resetKey';
import { readReturnPath } from '@/lib/returnPath';
import { hasSetMeUp } from '@/lib/setMeUpFlag';
import { canAutofill, showPasskey, whyNoPasskeys } from '@/lib/webauthn';
import { pathnameOf } from '@/shell/paths';
import { passkeyProblem } from '@/shell/usePasskey';
import { texts } from '@/texts/passkeySignIn';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

/** A question can be answered for five minutes. */
const ASKED_MS = 4 * 60_000;

interface PasskeySignInProps {
  /** The host that passkeys belong to. */
  host: string;
  /** Whether the user stays signed in when the browser is closed. */
  remember: boolean;
  /** Called when a passkey is sent. */
  sent: () => void;
}

/** Signing in with a passkey alone: by a button, and beside the field for the user name where the browser does that. */
export function PasskeySignIn(props: PasskeySignInProps) {
  switch (whyNoPasskeys(props.host)) {
    case null:
      return <Offer {...props} />;
    case 'address':
      return <Elsewhere host={props.host} />;
    case 'insecure':
      return <p className={css.hint}>{texts.failure.insecure}</p>;
    default:
      return null;
  }
}

function Elsewhere({ host }: { host: string }) {
  const address = new URL(pageAddress(pathnameOf('login')), location.origin);
  address.hostname = host;
  return (
    <p className={css.hint}>
      {texts.elsewhere}{' '}
      <a href={address.href}>
        <bdi dir="ltr">{address.origin}</bdi>
      </a>
    </p>
  );
}

function Offer({ remember, sent }: PasskeySignInProps) {
  const { api } = useEngine();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // the browser offers passkeys by itself until the button asks for one
  const [round, setRound] = useState(0);
  const latest = useRef({ remember, sent });
  latest.current = { remember, sent };

  const answer = async (credential: PasskeyAnswer['credential']) => {
    latest.current.sent();
    const sentAlong: PasskeyAnswer = { credential, remember: latest.current.remember };
    const stored = readReturnPath();
    if (stored) sentAlong.stored = stored;
    if (hasSetMeUp()) sentAlong.set_me_up = true;
    await calls.postAuthPasskeyAnswer(api, sentAlong);
    forgetDeviceLink();
    forgetPasswordLink();
    forgetResetKey();
  };
  const fail = (error: unknown) => setProblem(passkeyProblem(error));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once
  useEffect(() => {
    // one question at a time: a newer one takes the place of the one before
    if (busy) return;
    const over = new AbortController();
    const { signal } = over;
    const again = () => setRound(now => now + 1);
    const timer = setTimeout(() => {
      // nothing is asked on behalf of a page that is left open
      document.addEventListener('focusin', again, { once: true, signal });
    }, ASKED_MS);
    // what the browser offers by itself and nothing comes of is no fault
    const offered = async () => {
      if (!(await canAutofill()) || signal.aborted) return null;
      const { publicKey } = await calls.postAuthPasskeyAsk(api, { purpose: 'sign_in' });
      return signal.aborted ? null : showPasskey(publicKey, { autofill: true, signal });
    };
    const offer = async () => {
      const credential = await offered().catch(() => null);
      if (credential === null) return;
      try {
        await answer(credential);
      } catch (error) {
        fail(error);
        if (!signal.aborted) again();
      }
    };
    void offer();
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [api, round, busy]);

  const choose = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { publicKey } = await calls.postAuthPasskeyAsk(api, { purpose: 'sign_in' });
      // the page is left with the sign-in
      await answer(await showPasskey(publicKey));
    } catch (error) {
      setBusy(false);
      fail(error);
    }
  };
  return (
    <div className={css.other}>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void choose()}>
        {texts.button}
      </Button>
    </div>
  );
}
