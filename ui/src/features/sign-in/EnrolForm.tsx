import { type FormEvent, useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { Enrolment } from '@/generated/api';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { recovery, showCodes } from '@/lib/recoveryCodes';
import { useCountdown } from '@/lib/useCountdown';
import { whyNoPasskeys } from '@/lib/webauthn';
import { usePasskey } from '@/shell/usePasskey';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as passkeyTexts } from '@/texts/passkeySignIn';
import auth from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import { SlowNotice } from '@/ui/SlowNotice';
import { Wait } from '@/ui/Wait';
import { CODE_DIGITS, CodeDigits } from './CodeDigits';
import css from './EnrolForm.module.css';

interface EnrolFormProps {
  confirming: boolean;
}

/** Shows the new second factor, with a field for its first code. */
export function EnrolForm({ confirming }: EnrolFormProps) {
  const { api } = useEngine();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const loading = useSubmit();
  const submit = useSubmit();
  const seconds = useCountdown(submit.retryAt);
  useDraft(code !== '');

  const load = () => loading.run(async () => setEnrolment(await calls.getAuthMfaEnroll(api)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => void load(), []);

  const confirm = async (digits: string) => {
    if (digits.length < CODE_DIGITS) return setIncomplete(true);
    recovery.set({ codes: [], asking: true });
    // this form may be unmounted when the answer comes: it completes the sign-in, which navigates at once
    const done = await submit.run(async () => {
      const { recovery_codes: codes } = await calls.postAuthMfaEnroll(api, { code: digits });
      showCodes(codes);
    });
    recovery.set(was => ({ ...was, asking: false }));
    if (done) return;
    setCode('');
    setRefusals(count => count + 1);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void confirm(code);
  };

  if (!enrolment && loading.error)
    return (
      <div className={auth.form}>
        <Notice kind="bad">{noticeText(loading.error.code, loading.error.message, texts.failed)}</Notice>
        <Button onClick={load}>{texts.system.retry}</Button>
      </div>
    );
  if (!enrolment) return <Wait>{authTexts.enrol.preparing}</Wait>;
  const problem = submit.error && noticeText(submit.error.code, submit.error.message, texts.failed);
  return (
    <form className={auth.form} onSubmit={send}>
      <p className={auth.lead} style={{ marginBottom: 0 }}>
        {authTexts.enrol.lead}
      </p>
      {/* as a picture, so that nothing inside it can ever run */}
      <img
        className={css.qr}
        src={`data:image/svg+xml,${encodeURIComponent(enrolment.qr_svg)}`}
        alt={authTexts.enrol.qr}
        width={176}
        height={176}
      />
      <div>
        <p className={css.label}>{authTexts.enrol.secret}</p>
        <div className={css.secret}>
          <code className="wb-mono">{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton value={enrolment.secret}>{authTexts.enrol.copySecret}</CopyButton>
        </div>
      </div>
      {seconds > 0 ? (
        <SlowNotice seconds={seconds} />
      ) : incomplete ? (
        <Notice kind="bad">{authTexts.otp.codeIncomplete}</Notice>
      ) : (
        problem && <Notice kind="bad">{problem}</Notice>
      )}
      <CodeDigits
        // another code is typed from its first digit on
        key={refusals}
        autoFocus={refusals > 0}
        code={code}
        change={value => {
          setCode(value);
          setIncomplete(false);
        }}
        complete={digits => void confirm(digits)}
        isWrong={submit.error !== null}
        legendClassName={css.label}
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy || confirming} disabled={seconds > 0}>
        {authTexts.enrol.submit}
      </Button>
      <PasskeyInstead />
    </form>
  );
}

/** A passkey in the place of an app, where this page can use one. */
function PasskeyInstead() {
  const passkey = usePasskey();
  // of this host: the server has the last word
  if (whyNoPasskeys(location.hostname) !== null || isNumber(location.hostname)) return null;
  const create = async () => {
    recovery.set({ codes: [], asking: true });
    // this form may be unmounted when the answer comes: it completes the sign-in, which navigates at once
    const accepted = await passkey.use('enrolment');
    if (accepted) showCodes(accepted.recovery_codes);
    else recovery.set(was => ({ ...was, asking: false }));
  };
  return (
    <div className={css.instead}>
      <p className={auth.hint}>{passkeyTexts.enrolLead}</p>
      {passkey.problem && <Notice kind="bad">{passkey.problem}</Notice>}
      <Button variant="default" size="md" fullWidth loading={passkey.busy} onClick={() => void create()}>
        {passkeyTexts.enrol}
      </Button>
    </div>
  );
}

/** No passkey belongs to an address without a name. */
const isNumber = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[');
