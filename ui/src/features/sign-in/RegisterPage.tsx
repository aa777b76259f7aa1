import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createAtom } from '@xstate/store';
import { useAtom } from '@xstate/store-react';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as calls from '@/generated/calls';
import { useDraft } from '@/lib/drafts';
import { dropPasswordLink, forgetPasswordLink, passwordLink } from '@/lib/passwordLink';
import { useCountdown } from '@/lib/useCountdown';
import { useFields } from '@/lib/useFields';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts as commonTexts } from '@/texts/common';
import { language } from '@/texts/i18n/languages';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/registration';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { SlowNotice } from '@/ui/SlowNotice';
import { LinkSent } from './LinkSent';
import { LinkSheet } from './LinkSheet';
import { PasswordLinkPage, useToLogin } from './PasswordLinkPage';

/**
 * The link whose account has to be approved. It is here and not in the page, which another language mounts again: the
 * link is used up, and would be one that does not work.
 */
const waitingLink = createAtom<string | null>(null);

/** A visitor creates an account: a link is sent, with which the password is chosen (PASS-04). */
export function RegisterPage() {
  const token = useAtom(passwordLink);
  const waiting = useAtom(waitingLink);
  if (token === null) return <AskPage />;
  if (token === waiting) return <WaitingPage />;
  return (
    <PasswordLinkPage
      key={token}
      token={token}
      title={titleOf('registration')}
      gone={texts.gone}
      again={{ text: texts.restart, go: forgetPasswordLink }}
      lead={texts.choose}
      done={next => {
        if (next !== 'approval') return texts.done;
        dropPasswordLink();
        waitingLink.set(token);
        return null;
      }}
    />
  );
}

/** The account has to be approved. It stays until it is read: signing in does not say why it is refused. */
function WaitingPage() {
  const toLogin = useToLogin();
  return (
    <LinkSheet title={titleOf('registration')}>
      <LinkSent text={texts.waits} back={authTexts.password.toLogin} again={toLogin} />
    </LinkSheet>
  );
}

function AskPage() {
  const page = useAtom(useEngine().session)?.sign_in;
  const [isSent, setSent] = useState(false);
  const isOff = page?.registration === false;
  return (
    <LinkSheet title={titleOf('registration')} {...(!isSent && !isOff && { lead: texts.lead })}>
      {isOff ? (
        <Notice kind="info">{texts.off}</Notice>
      ) : isSent ? (
        <LinkSent text={texts.sent} hint={texts.sentHint} back={texts.again} again={() => setSent(false)} />
      ) : (
        <AskForm sent={() => setSent(true)} />
      )}
      <p className={css.hint} style={{ marginBlockStart: 14 }}>
        <Link to={pathnameOf('login')}>{authTexts.password.toLogin}</Link>
      </p>
    </LinkSheet>
  );
}

/** What it says does not depend on whether there is a user with this name or mail address. */
function AskForm({ sent }: { sent: () => void }) {
  const { api } = useEngine();
  const submit = useSubmit();
  const form = useFields(
    { user: '', email: '' },
    {
      user: typed => (typed.trim() ? null : texts.userMissing),
      email: typed => (typed.trim() ? null : texts.emailMissing),
    },
  );
  useDraft(form.isDirty);
  const seconds = useCountdown(submit.retryAt);
  const { error } = submit;
  const words = error && noticeText(error.code, error.message, commonTexts.failed);
  const atEmail = error?.field === 'email';
  const send = form.onSubmit({
    send: async ({ user, email }) => {
      const asked = await submit.run(() => {
        const body = { user: user.trim(), email: email.trim(), language: language.get() };
        return calls.postAuthRegistration(api, body);
      });
      if (!asked) return;
      form.reset();
      sent();
    },
  });
  return (
    <form className={css.form} onSubmit={send} noValidate>
      {seconds > 0 ? (
        <SlowNotice seconds={seconds} />
      ) : (
        words && !atEmail && <Notice kind="bad">{words}</Notice>
      )}
      <TextInput
        {...form.text('user')}
        label={texts.user}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // there is nothing else to do on this page
        autoFocus
        size="md"
      />
      <TextInput
        {...form.text('email')}
        error={form.problems.email ?? (atEmail ? words : null)}
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        size="md"
      />
      <Button type="submit" size="md" fullWidth loading={submit.busy} disabled={seconds > 0}>
        {texts.submit}
      </Button>
    </form>
  );
}
