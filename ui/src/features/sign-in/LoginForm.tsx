import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import type { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { Login } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { Notice as ServerNotice } from '@/generated/types';
import { pageAddress } from '@/lib/basePath';
import { loadChunk } from '@/lib/chunk';
import { deviceLink, forgetDeviceLink } from '@/lib/deviceLink';
import { useDraft } from '@/lib/drafts';
import { forgetPasswordLink } from '@/lib/passwordLink';
import { forgetResetKey } from '@/lib/resetKey';
import { readReturnPath } from '@/lib/returnPath';
import { hasSetMeUp } from '@/lib/setMeUpFlag';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { lazyWith } from '@/shell/lazyPage';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts as signInTexts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PasswordInput } from '@/ui/PasswordInput';

// the one text here that needs the rules of a language, and few ever see it
const SlowNotice = lazyWith(() =>
  loadChunk('slow-notice', () => import('@/ui/SlowNotice')).then(part => part.SlowNotice),
);

interface LoginFormProps {
  checking: boolean;
  notice: ServerNotice | null;
  /** Whether the form offers to stay signed in. */
  canRemember: boolean;
  remember: boolean;
  setRemember: (remember: boolean) => void;
  /** Called when the form is sent. */
  sent: () => void;
  /** What helps users who have forgotten the password. */
  help?: {
    /** Whether passwords are kept elsewhere, so that no administrator of this server can reset them. */
    passwordsElsewhere: boolean;
    /** Whether users can have a link for a new password sent to them. */
    canSendLink: boolean;
    /** Whether visitors can create accounts. */
    canRegister: boolean;
  };
  /** The user who is likely to sign in. */
  name?: string | null;
}

// news, and not complaints
const GOOD_NEWS: readonly string[] = ['logged_out', 'password_changed'];

export function LoginForm(props: LoginFormProps) {
  const { checking, notice, canRemember, remember, help } = props;
  const name = props.name ?? '';
  const { api } = useEngine();
  const submit = useSubmit();
  const passwordField = useRef<HTMLInputElement>(null);
  const form = useFields(
    { user: name, password: '' },
    {
      user: value => (value.trim() ? null : texts.login.userMissing),
      password: value => (value ? null : texts.login.passwordMissing),
    },
  );
  useDraft(form.isDirty);
  const retryAt = submit.retryAt ?? (notice?.retry_at ? Date.parse(notice.retry_at) : null);
  const seconds = useCountdown(retryAt);
  const failed = submit.error !== null;
  useEffect(() => {
    // the name was most likely right: the next thing to type is the password
    if (!failed) return;
    passwordField.current?.focus();
    passwordField.current?.select();
  }, [failed]);

  const send = form.onSubmit({
    send: async values => {
      const { user, password } = values;
      props.sent();
      const login: Login = { user: user.trim(), password, type: 'login', stored: readReturnPath() };
      if (hasSetMeUp()) login.set_me_up = true;
      const link = deviceLink();
      if (link) login.device_link = link;
      const query = { _spring_security_remember_me: canRemember && remember };
      if (!(await submit.run(() => calls.postAuthLogin(api, login, query)))) return;
      forgetDeviceLink();
      forgetPasswordLink();
      forgetResetKey();
      form.set('password', '');
    },
  });

  return (
    <form className={css.form} onSubmit={send} noValidate>
      <LoginNotice error={submit.error} notice={notice} seconds={seconds} />
      <TextInput
        {...form.text('user')}
        label={texts.login.user}
        name="username"
        // the browser also offers passkeys here, where it can
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        // the one thing to do on this page is to type here
        autoFocus={name === ''}
        size="md"
      />
      <PasswordInput
        {...form.text('password')}
        ref={passwordField}
        autoFocus={name !== ''}
        label={texts.login.password}
        name="password"
        autoComplete="current-password"
        show={texts.login.showPassword}
        size="md"
      />
      {canRemember && (
        <Checkbox
          checked={remember}
          onChange={event => props.setRemember(event.currentTarget.checked)}
          label={signInTexts.remember}
          size="md"
          styles={{ label: { fontSize: '0.875rem' } }}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={submit.busy || checking} disabled={seconds > 0}>
        {texts.login.submit}
      </Button>
      {help && (
        <p className={css.hint}>
          {help.passwordsElsewhere ? (
            signInTexts.forgottenElsewhere
          ) : help.canSendLink ? (
            <PageLink to="forgotPassword">{signInTexts.forgot}</PageLink>
          ) : (
            signInTexts.forgotten
          )}
        </p>
      )}
      {help?.canRegister && (
        <p className={css.hint}>
          <PageLink to="registration">{signInTexts.register}</PageLink>
        </p>
      )}
    </form>
  );
}

interface PageLinkProps {
  to: 'forgotPassword' | 'registration';
  children: string;
}

/** Leads to a page that has a link sent. The router's own component does more than fits in the size limit. */
function PageLink(props: PageLinkProps) {
  const router = useRouter();
  const to = pathnameOf(props.to);
  const go = (event: MouseEvent) => {
    // the browser opens another tab or window
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return (
    <a href={pageAddress(to)} onClick={go}>
      {props.children}
    </a>
  );
}

interface LoginNoticeProps {
  error: ApiError | null;
  notice: ServerNotice | null;
  seconds: number;
}

/** What the server says of the last attempt, or why the last session ended. */
export function LoginNotice({ error, notice, seconds }: LoginNoticeProps) {
  if (seconds > 0) return <SlowNotice seconds={seconds} />;
  if (error) return <Notice kind="bad">{noticeText(error.code, error.message, texts.failed)}</Notice>;
  if (notice)
    return (
      <Notice kind={GOOD_NEWS.includes(notice.code) ? 'info' : 'bad'}>
        {noticeText(notice.code, notice.message, notice.code)}
      </Notice>
    );
  return null;
}
