import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { showCodes } from '@/lib/recoveryCodes';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import { SlowNotice } from '@/ui/SlowNotice';

/** Replaces the recovery codes, after a code of the authenticator app. The new ones are shown once, in a dialog. */
export function NewRecoveryCodes() {
  const [asking, setAsking] = useState(false);
  const opener = useFocusAfter(asking);
  if (asking) return <CodeForm close={() => setAsking(false)} />;
  return (
    <Button ref={opener} variant="default" onClick={() => setAsking(true)}>
      {texts.profile.newCodes}
    </Button>
  );
}

function CodeForm({ close }: { close: () => void }) {
  const { api } = useEngine();
  const submit = useSubmit();
  const seconds = useCountdown(submit.retryAt);
  const form = useFields({ code: '' }, { code: code => (code.trim() ? null : texts.profile.codeMissing) });
  const send = form.onSubmit({
    send: ({ code }) =>
      submit.run(async () => {
        const { recovery_codes } = await calls.postAuthMfaRecoveryCodes(api, { code: code.trim() });
        showCodes(recovery_codes);
        close();
      }),
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {seconds > 0 && <SlowNotice seconds={seconds} />}
      <TextInput
        {...form.text('code')}
        error={form.problems.code ?? words}
        label={texts.profile.codeOfApp}
        description={texts.profile.newCodesWarning}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        maxLength={16}
        autoFocus
      />
      <div className={css.row}>
        <Button type="submit" loading={submit.busy} disabled={seconds > 0}>
          {texts.profile.replaceCodes}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.users.cancel}
        </Button>
      </div>
    </form>
  );
}
