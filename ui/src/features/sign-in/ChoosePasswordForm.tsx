import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { useFields } from '@/lib/useFields';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { NewPasswordFields, newPasswordChecks } from './NewPasswordFields';

interface ChoosePasswordFormProps {
  token: string;
  /** For password managers. */
  user: string;
  /** Called with what follows, as the server says. */
  done: (next: string) => void;
  gone: () => void;
}

/** Chooses the password of an account with a link. */
export function ChoosePasswordForm({ token, user, done, gone }: ChoosePasswordFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const form = useFields({ password: '', repeat: '' }, newPasswordChecks);
  useDraft(form.isDirty);
  const send = form.onSubmit({
    send: async ({ password }) => {
      let next = '';
      const chosen = await submit.run(async () => {
        const answer = await calls.postAuthPasswordLink(api, { token, password }).catch(error => {
          if (error.status === 410) gone();
          throw error;
        });
        next = answer.next;
      });
      if (!chosen) return;
      form.reset();
      done(next);
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, texts.failed);
  const atPassword = error?.field === 'password';
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {words && !atPassword && <Notice kind="bad">{words}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={user} readOnly />
      <NewPasswordFields form={form} refused={atPassword ? words : null} autoFocus />
      <Button type="submit" size="md" fullWidth loading={submit.busy}>
        {authTexts.invitation.submit}
      </Button>
    </form>
  );
}
