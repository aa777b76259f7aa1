import type { ReactNode } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { Sender } from '@/generated/api';
import { PasswordConfirm } from '@/shell/PasswordConfirm';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/identities';
import { noticeText } from '@/texts/noticeText';
import { texts as passkeyTexts } from '@/texts/passkeys';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { type Confirmation, useProviderLabel } from './useConfirmation';

interface ConfirmProps {
  /** The name of the signed-in user. */
  name: string;
  /** How the user confirms without a password; null with one. */
  confirmation: Confirmation | null;
  /** What is confirmed. */
  action: string;
  /** What is done with a sender that shows the confirmation. */
  run: (api: Sender) => Promise<void>;
  close: () => void;
  /** Why it was not done the last time. */
  problem?: string | null;
  /** What else the form asks for. */
  children?: ReactNode;
}

/** Asks for a confirmation before an act for which a session alone is not enough: the password, or the provider's. */
export function Confirm({ confirmation, problem = null, children, ...rest }: ConfirmProps) {
  const notice = problem && <Notice kind="bad">{problem}</Notice>;
  if (confirmation)
    return (
      <AtProvider {...rest} confirmation={confirmation} notice={notice}>
        {children}
      </AtProvider>
    );
  return (
    <PasswordConfirm {...rest}>
      {notice}
      {children}
    </PasswordConfirm>
  );
}

interface AtProviderProps extends Omit<ConfirmProps, 'confirmation' | 'problem'> {
  confirmation: Confirmation;
  notice: ReactNode;
}

/** Leads to the provider first, and acts once the user is back from it. */
function AtProvider({ confirmation, action, run, close, notice, children }: AtProviderProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const { provider, isConfirmed, spend } = confirmation;
  const label = useProviderLabel(provider);
  const leave = async () => {
    const { url } = await accountCalls.postAuthSsoNameConfirm(api, provider);
    window.location.assign(url);
  };
  const act = async () => {
    let isSent = false;
    const sender: Sender = {
      call: (method, path, body) => {
        isSent = true;
        return api.call(method, path, body);
      },
    };
    try {
      await run(sender);
    } finally {
      // the server takes it for one act, whatever comes of that
      if (isSent) spend();
    }
  };
  const { error } = submit;
  return (
    <form
      className={form.form}
      aria-label={action}
      onSubmit={event => {
        event.preventDefault();
        void submit.run(isConfirmed ? act : leave);
      }}
      noValidate
    >
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      {notice}
      {isConfirmed ? children : <p>{passkeyTexts.confirmLead({ name: label })}</p>}
      <div className={form.row}>
        <Button type="submit" loading={submit.busy}>
          {isConfirmed ? action : texts.again({ name: label })}
        </Button>
        <Button variant="default" onClick={close}>
          {passkeyTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
