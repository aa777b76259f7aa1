import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ignoreBody } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { Notice as ServerNotice } from '@/generated/types';
import { useDraft } from '@/lib/drafts';
import { noticeText, texts } from '@/lib/texts';
import { useCountdown } from '@/lib/useCountdown';
import { wantedPath } from '@/lib/wanted';
import css from '@/ui/door.module.css';
import { Notice } from '@/ui/Notice';

interface LoginFormProps {
  checking: boolean;
  notice: ServerNotice | null;
}

export function LoginForm({ checking, notice }: LoginFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const passwordField = useRef<HTMLInputElement>(null);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const form = useForm({
    initialValues: { user: '', password: '', remember: true },
    validate: {
      user: value => (value.trim() ? null : texts.login.userMissing),
      password: value => (value ? null : texts.login.passwordMissing),
    },
  });
  useDraft(form.isDirty());
  const retryAt = submit.retryAt ?? (notice?.retry_at ? Date.parse(notice.retry_at) : null);
  const seconds = useCountdown(retryAt);
  const failed = submit.error !== null;
  useEffect(() => {
    // the name was most likely right: the next thing to type is the password
    if (failed) passwordField.current?.select();
  }, [failed]);

  const send = form.onSubmit(
    async values => {
      const path = `ui/auth/login?_spring_security_remember_me=${values.remember}`;
      const stored = wantedPath();
      const body = {
        user: values.user.trim(),
        password: values.password,
        type: 'login',
        ...(stored && { stored }),
      };
      if (await submit.run(() => api.post(path, body, ignoreBody))) form.setFieldValue('password', '');
    },
    (_, values) => form.getInputNode(values.user.trim() ? 'password' : 'user')?.focus(),
  );

  const problem = submit.error
    ? noticeText(submit.error.code, submit.error.message, texts.otp.failed)
    : notice && noticeText(notice.code, notice.message, notice.code);
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {seconds > 0 ? (
        <Notice kind="slow">{texts.login.slow(seconds)}</Notice>
      ) : problem ? (
        <Notice kind="bad">{problem}</Notice>
      ) : (
        search.logout === 'true' && <Notice kind="info">{texts.login.signedOut}</Notice>
      )}
      <TextInput
        {...form.getInputProps('user')}
        label={texts.login.user}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // the one thing to do on this page is to type here
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        size="md"
      />
      <PasswordInput
        {...form.getInputProps('password')}
        ref={passwordField}
        label={texts.login.password}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': texts.login.showPassword, tabIndex: 0 }}
        size="md"
      />
      <Checkbox
        {...form.getInputProps('remember', { type: 'checkbox' })}
        label={texts.login.remember}
        size="md"
        styles={{ label: { fontSize: '0.875rem' } }}
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy || checking} disabled={seconds > 0}>
        {texts.login.submit}
      </Button>
    </form>
  );
}
