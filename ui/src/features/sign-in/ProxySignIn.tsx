import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { readReturnPath } from '@/lib/returnPath';
import { hasSetMeUp } from '@/lib/setMeUpFlag';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';

interface ProxySignInProps {
  /** Whether the user stays signed in when the browser is closed. */
  remember: boolean;
  /** Whether the user signs in otherwise already. */
  isLate: boolean;
}

/** Signing in as the user whom a proxy before the server has signed in (SSO-02). */
export function ProxySignIn({ remember, isLate }: ProxySignInProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  if (isLate) return null;
  const { error } = submit;
  const send = () =>
    void submit.run(() =>
      calls.postAuthHttpSso(api, { remember, stored: readReturnPath(), set_me_up: hasSetMeUp() }),
    );
  return (
    <div className={css.other}>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      <Button variant="default" size="md" fullWidth loading={submit.busy} onClick={send}>
        {texts.proxy}
      </Button>
    </div>
  );
}
