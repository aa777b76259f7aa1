import type { ReactNode } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ChangePassword } from '@/generated/api';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PasswordInput } from '@/ui/PasswordInput';
import { SlowNotice } from '@/ui/SlowNotice';

interface PasswordFormProps {
  /** The user name, where the user is not signed in yet. */
  user: string | null;
  changing: boolean;
  children?: ReactNode;
}

/** Changes a password. The server checks it; here is only what needs no server. */
export function PasswordForm({ user, changing, children }: PasswordFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const seconds = useCountdown(submit.retryAt);
  const form = useFields(
    { current: '', next: '', repeat: '' },
    {
      current: value => (value ? null : authTexts.password.currentMissing),
      repeat: (value, values) => (value === values.next ? null : authTexts.password.differs),
    },
  );
  useDraft(form.isDirty);
  const send = form.onSubmit({
    send: async values => {
      const body: ChangePassword = { ...(user && { user }), current: values.current, new: values.next };
      if (await submit.run(() => calls.postAuthChangePassword(api, body))) form.reset();
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, authTexts.password.failed);
  const atField = (field: string) => (error?.field === field ? words : null);
  const showing = (label: string) => `${texts.login.showPassword}: ${label}`;
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {seconds > 0 ? (
        <SlowNotice seconds={seconds} />
      ) : (
        words && !['current', 'new'].includes(error?.field ?? '') && <Notice kind="bad">{words}</Notice>
      )}
      {user && <input type="hidden" name="username" autoComplete="username" value={user} readOnly />}
      <PasswordInput
        {...form.text('current')}
        show={showing(authTexts.password.current)}
        error={form.problems.current ?? atField('current')}
        label={authTexts.password.current}
        autoComplete="current-password"
        size="md"
      />
      <PasswordInput
        {...form.text('next')}
        show={showing(authTexts.password.next)}
        error={form.problems.next ?? atField('new')}
        label={authTexts.password.next}
        description={authTexts.password.rule}
        autoComplete="new-password"
        size="md"
      />
      <PasswordInput
        {...form.text('repeat')}
        show={showing(authTexts.password.repeat)}
        label={authTexts.password.repeat}
        autoComplete="new-password"
        size="md"
      />
      <div className={css.row}>
        <Button type="submit" size="md" loading={submit.busy || changing} disabled={seconds > 0}>
          {authTexts.password.submit}
        </Button>
        {children}
      </div>
    </form>
  );
}
