import { useState } from 'react';
import { ApiError } from '@/engine/api';
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
  /** Goes to the sign-in page. */
  leave: () => void;
}

/** Another tab has opened another link, the session is a new one, or the link was used and the answer was lost. */
const NOT_CHECKED: readonly string[] = ['key_not_checked', 'wrong_user'];

/** Chooses a new password with a link. Once it is set, the server leads to the sign-in page. */
export function ResetPasswordForm({ token, user, check, gone, leave }: ResetPasswordFormProps) {
  const { api } = useEngine();
  const isChanging = useMachine('reset_password').state?.state === 'changing';
  const [isSet, setIsSet] = useState(false);
  const submit = useSubmit();
  const form = useFields({ password: '', repeat: '' }, newPasswordChecks);
  useDraft(form.isDirty);
  const change = (password: string) =>
    calls.postAuthResetpassword(api, { ...(user && { user }), password }, { key: token });
  const attempt = async (password: string) => {
    try {
      return await change(password);
    } catch (error) {
      if (!(error instanceof ApiError && NOT_CHECKED.includes(error.code))) throw error;
      await check();
      return change(password);
    }
  };
  const lose = (error: unknown) => {
    if (error instanceof ApiError && error.status === 410) gone();
    throw error;
  };
  const send = form.onSubmit({
    send: async ({ password }) => {
      if (!(await submit.run(() => attempt(password).catch(lose)))) return;
      forgetResetKey();
      form.reset();
      setIsSet(true);
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, texts.failed);
  const atPassword = error?.field === 'password';
  // the link to the server may be down, over which it leads to the sign-in page
  if (isSet)
    return (
      <div className={css.form}>
        <Notice kind="info">{authTexts.password.changedLead}</Notice>
        <Button onClick={leave}>{authTexts.password.toLogin}</Button>
      </div>
    );
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {words && !atPassword && <Notice kind="bad">{words}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={user ?? ''} readOnly />
      <NewPasswordFields form={form} refused={atPassword ? words : null} autoFocus />
      <div className={css.row}>
        <Button type="submit" size="md" loading={submit.busy || isChanging}>
          {authTexts.password.submit}
        </Button>
        <Button variant="default" size="md" onClick={leave}>
          {authTexts.password.cancel}
        </Button>
      </div>
    </form>
  );
}
