import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { refusalText } from '@/shell/answers';
import { useCurrentUser } from '@/shell/useCurrentUser';
import { texts as shellTexts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/mail';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './mail.module.css';
import { isMailAddress } from './problems';
import { refreshMailLog } from './queries';

/** Why a test was not sent: for most reasons what the server says, in English. */
function Reason({ error }: { error: ApiError }) {
  const words = refusalText(error, shellTexts.failed);
  return words === error.message ? (
    <span lang="en" dir="ltr">
      {words}
    </span>
  ) : (
    words
  );
}

const isOfAddress = (error: ApiError) => error.field === 'to';

/** Sends a test mail at once, to the administrator's own address if no other one is entered. */
export function TestMail() {
  const { api } = useEngine();
  const client = useQueryClient();
  const own = useCurrentUser().user?.email ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  /** The address that the mail server has accepted a mail for. */
  const [accepted, setAccepted] = useState<string | null>(null);
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  const to = (typed ?? own).trim();
  const send = async () => {
    setAccepted(null);
    submit.clear();
    setWrong(!isMailAddress(to));
    if (!isMailAddress(to)) return focusProblem();
    const body = { to, language: language.get() };
    if (await submit.run(() => accountCalls.postAccessApiUiMailTest(api, body))) setAccepted(to);
    else focusProblem();
    // it is one of the newest mails, whether it was sent or not
    void refreshMailLog(client);
  };
  const { error } = submit;
  const isWrong = wrong || (error !== null && isOfAddress(error));
  return (
    <form
      ref={form}
      className={css.part}
      aria-label={texts.test.label}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={css.test}>
        <TextInput
          label={texts.test.to}
          type="email"
          inputMode="email"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={typed ?? own}
          onChange={event => {
            setTyped(event.currentTarget.value);
            setWrong(false);
            submit.clear();
          }}
          error={isWrong ? texts.test.address : null}
        />
        <Button type="submit" size="sm" variant="default" loading={submit.busy}>
          {texts.test.send}
        </Button>
      </div>
      <div className={css.note}>
        {accepted !== null && <Notice kind="info">{texts.test.sent({ address: accepted })}</Notice>}
        {error && !isOfAddress(error) && (
          <Notice kind="bad">
            {texts.test.failed} <Reason error={error} />
          </Notice>
        )}
      </div>
    </form>
  );
}
