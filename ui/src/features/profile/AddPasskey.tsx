import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import * as calls from '@/generated/calls';
import { showCodes } from '@/lib/recoveryCodes';
import { createPasskey } from '@/lib/webauthn';
import { passkeyProblem } from '@/shell/usePasskey';
import { texts } from '@/texts/passkeys';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { notify } from '@/ui/notify';
import { Confirm } from './Confirm';
import css from './profile.module.css';
import type { Confirmation } from './useConfirmation';

/** The most characters of a name. */
const NAME_CHARS_MAX = 60;

interface AddPasskeyProps {
  /** The name of the signed-in user. */
  name: string;
  confirmation: Confirmation | null;
  /** Whether the account has no second factor yet. */
  isFirstFactor: boolean;
  changed: () => unknown;
}

/** Adds a passkey: the user confirms it, and the browser has an authenticator create it. */
export function AddPasskey({ name, confirmation, isFirstFactor, changed }: AddPasskeyProps) {
  const { api: session } = useEngine();
  const [asking, setAsking] = useState(false);
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const opener = useFocusAfter(asking);
  const close = () => {
    setAsking(false);
    setLabel('');
    setMissing(false);
    setProblem(null);
  };
  if (!asking)
    return (
      <div className={css.action}>
        {isFirstFactor && <p>{confirmation ? texts.addLeadAlso : texts.addLead}</p>}
        <Button ref={opener} variant="default" onClick={() => setAsking(true)}>
          {texts.add}
        </Button>
      </div>
    );
  const called = label.trim();
  return (
    <div className={css.action}>
      <Confirm
        name={name}
        confirmation={confirmation}
        action={texts.add}
        problem={problem}
        close={close}
        run={async api => {
          setProblem(null);
          if (!called) return setMissing(true);
          const { publicKey } = await accountCalls.postAuthPasskeys(api);
          try {
            // the question was confirmed: the answer needs no password
            const credential = await createPasskey(publicKey);
            const accepted = await calls.postAuthPasskeyAnswer(session, { credential, name: called });
            if (accepted.recovery_codes.length > 0) showCodes(accepted.recovery_codes);
          } catch (error) {
            if (error instanceof ApiError && error.retryAfterMs !== null) throw error;
            return setProblem(passkeyProblem(error));
          }
          notify({ text: texts.added({ name: called }), severity: 'info' });
          close();
          changed();
        }}
      >
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={NAME_CHARS_MAX}
          dir="auto"
          value={label}
          error={missing && !called ? texts.nameMissing : null}
          onChange={event => setLabel(event.currentTarget.value)}
        />
      </Confirm>
    </div>
  );
}
