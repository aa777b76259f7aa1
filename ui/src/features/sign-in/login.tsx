import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import type { SignInPage } from '@/generated/api';
import type { Notice as ServerNotice } from '@/generated/types';
import { lastSignOutNotice } from '@/lib/lastSignOutNotice';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import { texts as signInTexts } from '@/texts/signIn';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { AlreadySignedIn } from './AlreadySignedIn';
import { FormWait } from './FormWait';
import { LoginForm, LoginNotice } from './LoginForm';
import { PasskeySignIn, SsoFailure } from './lazySso';
import { ProviderSignIn } from './ProviderSignIn';
import { ProxyOffer } from './ProxyOffer';
import { SignInMessage } from './SignInMessage';
import { useAuthRedirect } from './useAuthRedirect';
import { useProviders } from './useProviders';

const parameter = (name: string) => new URLSearchParams(location.search).get(name);

/** Whether the address asks for the form where the page would lead to a provider (NAV-18). */
const wantsForm = () => parameter('form') === 'true';
/** Why the browser has come back from a provider as it had left (SSO-01). */
const failureOfSso = () => parameter('sso');

const helpOf = (page: SignInPage | undefined) => ({
  passwordsElsewhere: page?.user_plugin ?? false,
  canSendLink: page?.forgot_password ?? false,
  canRegister: page?.registration ?? false,
});

interface SignInProps {
  checking: boolean;
  notice: ServerNotice | null;
}

/** What the installation's settings offer: the form, a provider, a message of the operator's (LOGIN-08). */
function SignIn({ checking, notice }: SignInProps) {
  const page = useAtom(useEngine().session)?.sign_in;
  const left = useAtom(lastSignOutNotice);
  const [formShown, setFormShown] = useState(wantsForm);
  const [failure, setFailure] = useState(failureOfSso);
  const [remember, setRemember] = useState(true);
  const providers = useProviders();
  const canRemember = page?.can_remember_me ?? true;
  const remembers = canRemember && remember;
  const isProviderFirst = page?.external === true && !formShown && !checking;
  // what has led here is newer than the notice
  const shownNotice = failure ? null : (notice ?? left);
  return (
    <>
      {failure && <SsoFailure code={failure} />}
      {page?.message && <SignInMessage text={page.message} permanent={page.message_permanent} />}
      {isProviderFirst ? (
        <LoginNotice error={null} notice={shownNotice} seconds={0} />
      ) : (
        <LoginForm
          checking={checking}
          notice={shownNotice}
          canRemember={canRemember}
          remember={remember}
          setRemember={setRemember}
          sent={() => setFailure(null)}
          help={helpOf(page)}
        />
      )}
      {page?.passkey_host && (
        <PasskeySignIn host={page.passkey_host} remember={remembers} sent={() => setFailure(null)} />
      )}
      {(page?.provider_link || providers.length > 0 || isProviderFirst) && (
        <ProviderSignIn
          link={page?.provider_link ?? null}
          providers={providers}
          remember={remembers}
          showForm={isProviderFirst ? () => setFormShown(true) : null}
        />
      )}
      <ProxyOffer remember={remembers} isLate={checking} />
    </>
  );
}

/** After this long a session whose end was asked for has not ended, and ending it is offered again. */
const LEAVING_MS = 5_000;

/** Whether the address has just asked for the end of the session. */
function useIsLeaving(): boolean {
  const { state } = useMachine('navigation');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LEAVING_MS);
    return () => clearTimeout(timer);
  }, []);
  return !late && state?.state === 'settled' && state.decision.wanted.route === 'logout';
}

function Step() {
  const { state } = useMachine('login');
  const isLeaving = useIsLeaving();
  if (!state) return <SignIn checking={false} notice={null} />;
  switch (state.state) {
    // the same form while the server checks, so that its fields keep their values
    case 'signed_out':
      return <SignIn checking={false} notice={state.notice} />;
    case 'checking':
      return <SignIn checking notice={null} />;
    case 'otp_required':
    case 'enrol_required':
    case 'password_expired':
      return <FormWait>{texts.login.signedInAlready}</FormWait>;
    case 'signed_in':
      return isLeaving ? <FormWait>{texts.login.signingOut}</FormWait> : <AlreadySignedIn />;
    case 'signing_out':
      return <FormWait>{texts.login.signingOut}</FormWait>;
  }
}

export default function LoginPage() {
  useAuthRedirect('login');
  const setupNeeded = useAtom(useEngine().session)?.setup_needed ?? false;
  return (
    <>
      <PageTitle className={css.title} focus={false}>
        {titleOf('login')}
      </PageTitle>
      <p className={css.lead}>{signInTexts.lead}</p>
      {setupNeeded && (
        <div style={{ marginBottom: 16 }}>
          <Notice kind="info">{signInTexts.setupNeeded}</Notice>
        </div>
      )}
      <Step />
    </>
  );
}
