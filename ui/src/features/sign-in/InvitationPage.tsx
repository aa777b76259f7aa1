import { useRouter } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useCallback } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { dropPasswordLink, forgetPasswordLink, passwordLink } from '@/lib/passwordLink';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { notify } from '@/ui/notify';
import { ChoosePasswordForm } from './ChoosePasswordForm';
import { OneUseLinkPage } from './OneUseLinkPage';

/** Opened with a one-use link: its user chooses a password, and signs in with it. */
export function InvitationPage() {
  const token = useAtom(passwordLink);
  // the guard has let the tab in only with one
  return token === null ? null : <OpenedInvitationPage key={token} token={token} />;
}

function OpenedInvitationPage({ token }: { token: string }) {
  const { api } = useEngine();
  const router = useRouter();
  const check = useCallback(() => calls.postAuthPasswordLinkCheck(api, { token }), [api, token]);
  const toLogin = () =>
    void router.navigate({ to: pathnameOf('login'), replace: true }).then(forgetPasswordLink);
  return (
    <OneUseLinkPage
      title={titleOf('invitation')}
      check={check}
      forget={dropPasswordLink}
      gone={{ title: authTexts.invitation.goneTitle, text: authTexts.invitation.gone }}
      toLogin={toLogin}
      lead={({ name }) => authTexts.invitation.lead({ name: name ?? authTexts.invitation.erased })}
    >
      {({ name }, lose) => (
        <ChoosePasswordForm
          token={token}
          user={name ?? ''}
          gone={lose}
          done={() => {
            notify({ text: authTexts.invitation.done, severity: 'info' });
            toLogin();
          }}
        />
      )}
    </OneUseLinkPage>
  );
}
