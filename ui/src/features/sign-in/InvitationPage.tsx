import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { passwordLink } from '@/lib/passwordLink';
import { titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/sso';
import css from '@/ui/auth.module.css';
import { ProviderButtons } from './lazySso';
import { PasswordLinkPage } from './PasswordLinkPage';
import { useProviders } from './useProviders';

/** Opened with a one-use link: its user chooses a password and signs in with it, or accepts it with a provider. */
export function InvitationPage() {
  const token = useAtom(passwordLink);
  // the guard has let the tab in only with one
  if (token === null) return null;
  return (
    <PasswordLinkPage
      key={token}
      token={token}
      title={titleOf('invitation')}
      gone={authTexts.invitation.gone}
      lead={(values, setsPassword) => {
        const { lead, providerOnly } = authTexts.invitation;
        return setsPassword ? lead(values) : providerOnly(values);
      }}
      done={() => authTexts.invitation.done}
    >
      {setsPassword => <AcceptWithProvider token={token} isOnlyWay={!setsPassword} />}
    </PasswordLinkPage>
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
