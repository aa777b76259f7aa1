import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import type { Notice as ServerNotice } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SlowNotice } from '@/ui/SlowNotice';
import { LinkSent } from './LinkSent';
import { LinkSheet } from './LinkSheet';

/** Has a link for a new password sent. What it says is the same for an account that does not exist (PASS-01). */
export function ForgotPasswordPage() {
  const { state, send } = useMachine('forgot_password');
  const isSent = state?.state === 'sent';
  const again = () => void send({ type: 'again' });
  return (
    <LinkSheet title={titleOf('forgotPassword')} {...(!isSent && { lead: authTexts.forgot.lead })}>
      {isSent ? (
        <LinkSent
          text={authTexts.forgot.sent}
          hint={authTexts.forgot.sentHint}
          back={authTexts.forgot.again}
          again={again}
        />
      ) : (
        <AccountForm
          sending={state?.state === 'sending'}
          failure={state?.state === 'idle' ? state.failure : null}
        />
      )}
      <p className={css.hint} style={{ marginBlockStart: 14 }}>
        {/* who comes back wants another link */}
        <Link to={pathnameOf('login')} onClick={() => isSent && again()}>
          {authTexts.password.toLogin}
        </Link>
      </p>
    </LinkSheet>
  );
}

interface AccountFormProps {
  sending: boolean;
  /** Why the last attempt failed, also one of another tab. */
  failure: ServerNotice | null;
}

function AccountForm({ sending, failure }: AccountFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const form = useFields(
    { account: '' },
    { account: typed => (typed.trim() ? null : authTexts.forgot.accountMissing) },
  );
  useDraft(form.isDirty);
  const retryAt = submit.retryAt ?? (failure?.retry_at ? Date.parse(failure.retry_at) : null);
  const seconds = useCountdown(retryAt);
  const problem = submit.error ?? failure;
  const send = form.onSubmit({
    send: ({ account }) =>
      submit.run(() => {
        const body = { user: account.trim(), language: language.get() };
        return calls.postAuthForgotpassword(api, body);
      }),
  });
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {seconds > 0 ? (
        <SlowNotice seconds={seconds} />
      ) : (
        problem && <Notice kind="bad">{noticeText(problem.code, problem.message, texts.failed)}</Notice>
      )}
      <TextInput
        {...form.text('account')}
        label={authTexts.forgot.account}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // there is nothing else to do on this page
        autoFocus
        size="md"
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy || sending} disabled={seconds > 0}>
        {authTexts.forgot.submit}
      </Button>
    </form>
  );
}
