import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/clientLogin';
import { texts as common } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SlowNotice } from '@/ui/SlowNotice';
import { CODE_CHARS } from './client';
import css from './clientLogin.module.css';
import type { Setback, useClientLogin } from './useClientLogin';

/** The field for the code that the client's terminal shows, and the user's answer. */
export function CodeForm({ login }: { login: ReturnType<typeof useClientLogin> }) {
  const { submit, setback } = login;
  const [denies, setDenies] = useState(false);
  const seconds = useCountdown(submit.retryAt);
  const form = useFields(
    { code: '' },
    { code: code => ([...code.trim()].length === CODE_CHARS ? null : texts.codeMissing) },
  );
  const confirm = async (code: string) => {
    setDenies(false);
    if (!(await login.confirm(code))) return;
    // another code is typed from its first character on
    form.reset();
  };
  const deny = () => {
    setDenies(true);
    void login.deny();
  };
  const field = form.text('code');
  return (
    <form
      className={css.form}
      aria-label={texts.answer}
      noValidate
      onSubmit={form.onSubmit({ send: ({ code }) => confirm(code.trim()) })}
    >
      {problemOf(login.setback, submit.error, seconds)}
      <TextInput
        {...field}
        error={field.error ?? (setback?.is === 'wrong_code' && form.values.code === '')}
        className={css.code}
        label={texts.code}
        description={texts.codeText}
        // no browser fills it in, also not from a message of a stranger
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        size="md"
      />
      <div className={css.acts}>
        <Button type="submit" loading={submit.busy && !denies} disabled={submit.busy || seconds > 0}>
          {texts.signIn}
        </Button>
        <Button variant="default" loading={submit.busy && denies} disabled={submit.busy} onClick={deny}>
          {texts.deny}
        </Button>
      </div>
    </form>
  );
}

function problemOf(
  setback: Setback | null,
  error: ReturnType<typeof useClientLogin>['submit']['error'],
  seconds: number,
): ReactNode {
  if (seconds > 0) return <SlowNotice seconds={seconds} />;
  if (error?.code === 'not_in_this_state') return <Notice kind="bad">{texts.checkedElsewhere}</Notice>;
  if (error) return <Notice kind="bad">{refusalText(error, common.failed)}</Notice>;
  if (setback?.is === 'wrong_code')
    return <Notice kind="bad">{texts.wrongCode({ count: setback.left })}</Notice>;
  return setback && <Notice kind="bad">{refusedText(setback.notice)}</Notice>;
}

const refusedText = ({ code, message }: { code: string; message: string }) =>
  code === 'token_refused' ? texts.tokenRefused : noticeText(code, message, common.failed);
