import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ignoreBody } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import { useDraft } from '@/lib/drafts';
import { noticeText, texts } from '@/lib/texts';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { texts as doorTexts } from '@/texts/door';
import { Button } from '@/ui/Button';
import css from './door.module.css';
import { Notice } from './Notice';
import { SlowNotice } from './SlowNotice';

interface PasswordFormProps {
  /** Whose password it is, where nobody is signed in yet. */
  user: string | null;
  changing: boolean;
  children?: ReactNode;
}

/** Changes a password. What a good one is, the server says; here is only what no server need be asked for. */
export function PasswordForm({ user, changing, children }: PasswordFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const seconds = useCountdown(submit.retryAt);
  const form = useFields(
    { current: '', next: '', repeat: '' },
    {
      current: value => (value ? null : doorTexts.password.currentMissing),
      repeat: (value, values) => (value === values.next ? null : doorTexts.password.differs),
    },
  );
  useDraft(form.isDirty);
  const send = form.onSubmit({
    send: async values => {
      const body = { ...(user && { user }), current: values.current, new: values.next };
      if (await submit.run(() => api.post('ui/auth/changePassword', body, ignoreBody))) form.reset();
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, doorTexts.password.failed);
  const atField = (field: string) => (error?.field === field ? words : null);
  const reveal = (label: string) => ({
    visibilityToggleButtonProps: { 'aria-label': `${texts.login.showPassword}: ${label}`, tabIndex: 0 },
  });
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
        {...reveal(doorTexts.password.current)}
        error={form.problems.current ?? atField('current')}
        label={doorTexts.password.current}
        autoComplete="current-password"
        size="md"
      />
      <PasswordInput
        {...form.text('next')}
        {...reveal(doorTexts.password.next)}
        error={form.problems.next ?? atField('new')}
        label={doorTexts.password.next}
        description={doorTexts.password.rule}
        autoComplete="new-password"
        size="md"
      />
      <PasswordInput
        {...form.text('repeat')}
        {...reveal(doorTexts.password.repeat)}
        label={doorTexts.password.repeat}
        autoComplete="new-password"
        size="md"
      />
      <div className={css.row}>
        <Button type="submit" size="md" loading={submit.busy || changing} disabled={seconds > 0}>
          {doorTexts.password.submit}
        </Button>
        {children}
      </div>
    </form>
  );
}
