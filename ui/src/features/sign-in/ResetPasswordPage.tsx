import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';
import type { RouteName } from '@/generated/types';
import { forgetResetKey, resetKey } from '@/lib/resetKey';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { LinkSheet } from './LinkSheet';
import { OneUseLinkPage } from './OneUseLinkPage';
import { ResetPasswordForm } from './ResetPasswordForm';

/** Opened with the link of a mail: its user chooses a new password, and signs in with it (PASS-02). */
export function ResetPasswordPage() {
  const [key] = useState(resetKey);
  const router = useRouter();
  const { can, send } = useMachine('reset_password');
  const request = useMachine('forgot_password');
  // going back from there would lead to a link that is used up
  const leaveFor = (page: RouteName) => {
    forgetResetKey();
    if (can('cancel')) void send({ type: 'cancel' });
    void router.navigate({ to: pathnameOf(page), replace: true });
  };
  const toLogin = () => leaveFor('login');
  const again = {
    text: authTexts.reset.again,
    go: () => {
      // it may still say that the link that does not work is on its way
      if (request.can('again')) void request.send({ type: 'again' });
      leaveFor('forgotPassword');
    },
  };
  if (key !== null) return <OpenedResetPage token={key} toLogin={toLogin} again={again} />;
  return (
    <LinkSheet title={authTexts.reset.missingTitle} lead={authTexts.reset.missing}>
      <div className={css.row}>
        <Button onClick={again.go}>{again.text}</Button>
        <Button variant="default" onClick={toLogin}>
          {authTexts.setup.toLogin}
        </Button>
      </div>
    </LinkSheet>
  );
}

interface OpenedResetPageProps {
  token: string;
  toLogin: () => void;
  again: { text: string; go: () => void };
}

function OpenedResetPage({ token, toLogin, again }: OpenedResetPageProps) {
  const { api } = useEngine();
  const check = useCallback(() => calls.postAuthValidatetoken(api, { key: token }), [api, token]);
  return (
    <OneUseLinkPage
      title={titleOf('resetPassword')}
      check={check}
      forget={forgetResetKey}
      gone={{ title: authTexts.invitation.goneTitle, text: authTexts.reset.gone }}
      again={again}
      toLogin={toLogin}
      lead={({ user }) => authTexts.reset.lead({ name: user ?? authTexts.invitation.erased })}
    >
      {({ user }, lose) => (
        <ResetPasswordForm token={token} user={user} check={check} gone={lose} leave={toLogin} />
      )}
    </OneUseLinkPage>
  );
}
