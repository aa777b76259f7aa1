import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import type { Authenticator } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useCountdown } from '@/lib/useCountdown';
import { usePasskey } from '@/shell/usePasskey';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as passkeyTexts } from '@/texts/passkeySignIn';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SlowNotice } from '@/ui/SlowNotice';
import { CODE_DIGITS, CodeDigits } from './CodeDigits';
import { warnOfWrongCodes } from './warnOfWrongCodes';

interface OtpFormProps {
  /** What the account has beside recovery codes. */
  authenticator: Authenticator;
  verifying: boolean;
  cancel: (() => void) | null;
}

type Way = 'passkey' | 'code' | 'recovery';

/** The second step of signing in: a passkey, a code of the authenticator app, or one of the recovery codes. */
export function OtpForm({ authenticator, verifying, cancel }: OtpFormProps) {
  const hasPasskey = authenticator === 'passkey' || authenticator === 'either';
  const [way, setWay] = useState<Way>(hasPasskey ? 'passkey' : 'code');
  const ways: readonly (readonly [Way, string, boolean])[] = [
    ['passkey', passkeyTexts.usePasskey, hasPasskey],
    ['code', authTexts.otp.useCode, authenticator !== 'passkey'],
    ['recovery', authTexts.otp.useRecovery, true],
  ];
  const leads: Readonly<Record<Way, string>> = {
    passkey: passkeyTexts.lead,
    code: authTexts.otp.lead,
    recovery: authTexts.otp.recoveryLead,
  };
  return (
    <>
      <p className={css.lead}>{leads[way]}</p>
      {way === 'passkey' && <PasskeyFactor />}
      {way === 'code' && <OneTimeCode verifying={verifying} />}
      {way === 'recovery' && <RecoveryCode verifying={verifying} />}
      <div className={css.links}>
        {ways.map(
          ([other, label, offered]) =>
            offered &&
            other !== way && (
              <Button key={other} variant="transparent" px={0} onClick={() => setWay(other)}>
                {label}
              </Button>
            ),
        )}
        {cancel && (
          <Button variant="transparent" px={0} onClick={cancel}>
            {authTexts.otp.other}
          </Button>
        )}
      </div>
    </>
  );
}

function PasskeyFactor() {
  const { api } = useEngine();
  const passkey = usePasskey();
  const show = async () => {
    if (await passkey.use('second_factor')) await warnOfWrongCodes(api);
  };
  return (
    <div className={css.form}>
      {passkey.problem && <Notice kind="bad">{passkey.problem}</Notice>}
      <Button
        size="md"
        fullWidth
        // the one thing to do on this page
        autoFocus
        loading={passkey.busy}
        onClick={() => void show()}
      >
        {passkeyTexts.use}
      </Button>
    </div>
  );
}

function OneTimeCode({ verifying }: { verifying: boolean }) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useDraft(code !== '');
  const seconds = useCountdown(submit.retryAt);

  const verify = async (digits: string) => {
    if (digits.length < CODE_DIGITS) return setIncomplete(true);
    if (await submit.run(() => calls.postAuthMfaVerify(api, { code: digits }))) return warnOfWrongCodes(api);
    setCode('');
    setRefusals(count => count + 1);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void verify(code);
  };
  return (
    <form className={css.form} onSubmit={send}>
      <Problem submit={submit} seconds={seconds} missing={incomplete ? authTexts.otp.codeIncomplete : null} />
      <CodeDigits
        // another code is typed from its first digit on
        key={refusals}
        code={code}
        change={value => {
          setCode(value);
          setIncomplete(false);
        }}
        complete={digits => void verify(digits)}
        isWrong={submit.error !== null}
        autoFocus
        legendClassName="wb-hidden"
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy || verifying} disabled={seconds > 0}>
        {authTexts.otp.submit}
      </Button>
    </form>
  );
}

function RecoveryCode({ verifying }: { verifying: boolean }) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  useDraft(code !== '');
  const seconds = useCountdown(submit.retryAt);
  const recover = async () => {
    const recovery = { recovery_code: code.trim() };
    if (await submit.run(() => calls.postAuthMfaVerify(api, recovery))) await warnOfWrongCodes(api);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setMissing(true);
    void recover();
  };
  return (
    <form className={css.form} onSubmit={send}>
      <Problem submit={submit} seconds={seconds} missing={null} />
      <TextInput
        label={authTexts.otp.recovery}
        className="wb-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // the user has just opened this field
        autoFocus
        size="md"
        value={code}
        error={missing ? authTexts.otp.recoveryMissing : null}
        onChange={event => {
          setCode(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy || verifying} disabled={seconds > 0}>
        {authTexts.otp.submit}
      </Button>
    </form>
  );
}

interface ProblemProps {
  submit: ReturnType<typeof useSubmit>;
  seconds: number;
  missing: string | null;
}

function Problem({ submit, seconds, missing }: ProblemProps) {
  if (seconds > 0) return <SlowNotice seconds={seconds} />;
  if (missing) return <Notice kind="bad">{missing}</Notice>;
  if (!submit.error) return null;
  return <Notice kind="bad">{noticeText(submit.error.code, submit.error.message, texts.failed)}</Notice>;
}
