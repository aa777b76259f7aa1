import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { keepTyped, readTyped } from '@/lib/typed';
import { useFields } from '@/lib/useFields';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { NewPasswordFields, newPasswordChecks } from './NewPasswordFields';

interface SetupFormProps {
  token: string;
  done: () => void;
  gone: () => void;
}

// no user is signed in here
const VISITOR = '';

/** Makes the first administrator. */
export function SetupForm({ token, done, gone }: SetupFormProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const form = useFields(
    { user: readTyped('setup', VISITOR).user ?? '', password: '', repeat: '' },
    {
      user: value => (value.trim() ? null : texts.login.userMissing),
      ...newPasswordChecks,
    },
  );
  useDraft(form.isDirty);
  const send = form.onSubmit({
    send: async values => {
      const body = { token, user: values.user.trim(), password: values.password };
      if (await submit.run(() => calls.postSetup(api, body))) {
        form.reset();
        done();
      }
    },
  });
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, texts.failed);
  const atField = (field: string) => (error?.field === field ? words : null);
  const named = error?.field === 'user' || error?.field === 'password';
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {error?.status === 410 ? (
        <Notice kind="bad">
          {authTexts.setup.expiredTitle}{' '}
          <Button variant="transparent" size="compact-sm" onClick={gone}>
            {authTexts.setup.toLogin}
          </Button>
        </Notice>
      ) : (
        words && !named && <Notice kind="bad">{words}</Notice>
      )}
      <TextInput
        {...form.text('user')}
        onChange={event => {
          form.text('user').onChange(event);
          keepTyped('setup', VISITOR, { user: event.currentTarget.value });
        }}
        error={form.problems.user ?? atField('user')}
        label={authTexts.setup.user}
        // there is nothing else to do on this page
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
      />
      <NewPasswordFields form={form} refused={atField('password')} />
      <Button type="submit" size="md" fullWidth loading={submit.busy}>
        {authTexts.setup.submit}
      </Button>
    </form>
  );
}
