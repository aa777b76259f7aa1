import type { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { forgetResetKey } from '@/lib/resetKey';
import { useFields } from '@/lib/useFields';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { NewPasswordFields, newPasswordChecks } from './NewPasswordFields';

interface ResetPasswordFormProps {
  token: string;
  /** The name of the account; null if it was erased. */
  user: string | null;
  /** Has the server check the link. */
  check: () => Promise<unknown>;
  gone: () => void;
  cancel: () => void;
}

/** Chooses a new password with a link. Once it is set, the server leads to the sign-in page. */
export function ResetPasswordForm({ token, user, check, gone, cancel }: ResetPasswordFormProps) {
  const { api } = useEngine();
  const machine = useMachine('reset_password').state?.state;
  const submit = useSubmit();
  const form = useFields({ password: '', repeat: '' }, newPasswordChecks);
  useDraft(form.isDirty);
  const change = (password: string) =>
    calls.postAuthResetpassword(api, { ...(user && { user }), password }, { key: token });
  const failed = async (error: ApiError, password: string) => {
    if (error.status === 410) gone();
    if (error.code !== 'key_not_checked') throw error;
    // another tab has opened another link, or the session is a new one
    await check();
    return change(password);
  };
  const send = form.onSubmit({
    send: async ({ password }) => {
      if (!(await submit.run(() => change(password).catch(error => failed(error, password))))) return;
      forgetResetKey();
      form.reset();
    },
    refuse: (_, page) => page.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, texts.failed);
  const atPassword = error?.field === 'password';
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {words && !atPassword && <Notice kind="bad">{words}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={user ?? ''} readOnly />
      <NewPasswordFields form={form} refused={atPassword ? words : null} autoFocus />
      <div className={css.row}>
        <Button type="submit" size="md" loading={submit.busy || machine === 'changing' || machine === 'done'}>
          {authTexts.password.submit}
        </Button>
        <Button variant="default" size="md" onClick={cancel}>
          {authTexts.password.cancel}
        </Button>
      </div>
    </form>
  );
}
