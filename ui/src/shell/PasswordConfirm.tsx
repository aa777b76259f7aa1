import type { ReactNode } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { Sender } from '@/generated/api';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/people';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PasswordInput } from '@/ui/PasswordInput';
import { SlowNotice } from '@/ui/SlowNotice';

const HEADER = 'x-jfrog-reauthentication';

/** `Basic` credentials, in UTF-8 (RFC 7617). */
function basic(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`;
}

interface PasswordConfirmProps {
  /** The name of the signed-in user. */
  name: string;
  /** What the password is for. */
  action: string;
  /** What is done with a sender that shows the password. */
  run: (api: Sender) => Promise<void>;
  close: () => void;
  /** What else the form asks for, above the password. */
  children?: ReactNode;
}

/** Asks for the password before an act for which a session alone is not enough. The password is kept nowhere. */
export function PasswordConfirm({ name, action, run, close, children }: PasswordConfirmProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const seconds = useCountdown(submit.retryAt);
  const form = useFields(
    { password: '' },
    { password: password => (password ? null : texts.profile.confirm.missing) },
  );
  const send = form.onSubmit({
    send: ({ password }) => submit.run(() => run(api.withHeaders({ [HEADER]: basic(name, password) }))),
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  const isOfPassword = error?.field === 'password';
  return (
    <form className={css.form} aria-label={action} onSubmit={send} noValidate>
      {seconds > 0 && <SlowNotice seconds={seconds} />}
      {words && !isOfPassword && <Notice kind="bad">{words}</Notice>}
      {children}
      {/* for password managers: whose password it is */}
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <PasswordInput
        {...form.text('password')}
        error={form.problems.password ?? (isOfPassword ? words : null)}
        label={texts.profile.confirm.password}
        show={shellTexts.login.showPassword}
        autoComplete="current-password"
        dir="ltr"
        autoFocus
      />
      <div className={css.row}>
        <Button type="submit" loading={submit.busy} disabled={seconds > 0}>
          {action}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.users.cancel}
        </Button>
      </div>
    </form>
  );
}
