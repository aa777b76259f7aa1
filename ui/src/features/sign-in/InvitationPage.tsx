import { useRouter } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useCallback } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { dropPasswordLink, forgetPasswordLink, passwordLink } from '@/lib/passwordLink';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/sso';
import css from '@/ui/auth.module.css';
import { notify } from '@/ui/notify';
import { ChoosePasswordForm } from './ChoosePasswordForm';
import { ProviderButtons } from './lazySso';
import { OneUseLinkPage } from './OneUseLinkPage';
import { useProviders } from './useProviders';

/** Opened with a one-use link: its user chooses a password and signs in with it, or accepts it with a provider. */
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
      lead={link => {
        const name = link.name ?? authTexts.invitation.erased;
        const { lead, providerOnly } = authTexts.invitation;
        return link.sets_password ? lead({ name }) : providerOnly({ name });
      }}
    >
      {({ name, sets_password }, lose) => (
        <>
          {sets_password && (
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
          <AcceptWithProvider token={token} isOnlyWay={!sets_password} />
        </>
      )}
    </OneUseLinkPage>
  );
}

/** Links an identity to the account instead of choosing a password, which uses the link up (SSO-01). */
function AcceptWithProvider({ token, isOnlyWay }: { token: string; isOnlyWay: boolean }) {
  const providers = useProviders(token);
  const remember = useAtom(useEngine().session)?.sign_in.can_remember_me ?? true;
  if (providers.length === 0) return null;
  return (
    <>
      {!isOnlyWay && <p className={css.or}>{texts.acceptWith}</p>}
      <ProviderButtons providers={providers} remember={remember} isFirst={isOnlyWay} />
    </>
  );
}
