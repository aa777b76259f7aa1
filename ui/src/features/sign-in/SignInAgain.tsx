import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { EngineProvider, useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { whyNoPasskeys } from '@/lib/webauthn';
import { texts } from '@/texts/common';
import { texts as endTexts } from '@/texts/sessionEnd';
import css from '@/ui/auth.module.css';
import { EnrolStep, OtpStep, PasswordStep } from './extra-login';
import { FormWait } from './FormWait';
import { LoginForm } from './LoginForm';
import { PasskeySignIn } from './lazySso';
import { ProviderSignIn } from './ProviderSignIn';
import { ProxyOffer } from './ProxyOffer';
import { useProviders } from './useProviders';

interface SignInAgainProps {
  /** The user whose page is kept. */
  person: string;
  name: string | null;
  /** That user has signed in. */
  done: () => void;
  /** Another user has. */
  other: () => void;
}

/** Signs in by a link of its own, while that of the page is held (SESS-01). */
export function SignInAgain({ name, ...outcome }: SignInAgainProps) {
  const page = useEngine();
  const [link, setLink] = useState<ReturnType<typeof page.beside> | null>(null);
  useEffect(() => {
    const beside = page.beside();
    beside.engine.start();
    // another tab may have signed in, at a provider for example
    const look = () => void beside.engine.followCookie();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    setLink(beside);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      beside.end();
    };
  }, [page]);
  if (!link) return <FormWait>{texts.login.signedInAlready}</FormWait>;
  return (
    <EngineProvider engine={link.engine}>
      <Outcome {...outcome} />
      <Step name={name} />
    </EngineProvider>
  );
}

/** Waits until the session of the sign-in knows its user: the page would show without the user's rights before. */
function Outcome({ person, done, other }: Omit<SignInAgainProps, 'name'>) {
  const login = useMachine('login');
  const startup = useMachine('startup');
  const signedIn = login.state?.state === 'signed_in' ? login.state.person : null;
  const isReady = startup.matches('ready') || startup.matches('failed');
  useEffect(() => {
    if (signedIn === null) return;
    if (signedIn !== person) other();
    else if (isReady) done();
  }, [signedIn, isReady, person, done, other]);
  return null;
}

function Step({ name }: { name: string | null }) {
  const { state } = useMachine('login');
  switch (state?.state) {
    case 'signed_out':
    case 'checking':
      return (
        <Credentials
          name={name}
          checking={state.state === 'checking'}
          notice={state.state === 'signed_out' ? state.notice : null}
        />
      );
    case 'otp_required':
      return <OtpStep />;
    case 'enrol_required':
      return <EnrolStep />;
    case 'password_expired':
      return <PasswordStep />;
    case 'signed_in':
    case 'signing_out':
    case undefined:
      return <FormWait>{texts.login.signedInAlready}</FormWait>;
  }
}

interface CredentialsProps {
  name: string | null;
  checking: boolean;
  notice: Parameters<typeof LoginForm>[0]['notice'];
}

function Credentials({ name, checking, notice }: CredentialsProps) {
  const page = useAtom(useEngine().session)?.sign_in;
  const providers = useProviders();
  const canRemember = page?.can_remember_me ?? true;
  const [remember, setRemember] = useState(false);
  const remembers = canRemember && remember;
  const link = page?.provider_link ?? null;
  // why there are none would lead away from the page
  const host = page?.passkey_host ?? null;
  const hasPasskeys = host !== null && whyNoPasskeys(host) === null;
  return (
    <>
      <LoginForm
        checking={checking}
        notice={notice}
        canRemember={canRemember}
        remember={remember}
        setRemember={setRemember}
        sent={() => undefined}
        name={name}
      />
      {hasPasskeys && <PasskeySignIn host={host} remember={remembers} sent={() => undefined} />}
      {(link || providers.length > 0) && (
        <>
          <ProviderSignIn link={link} providers={providers} remember={remembers} showForm={null} inNewTab />
          <p className={css.hint}>{endTexts.again.elsewhere}</p>
        </>
      )}
      <ProxyOffer remember={remembers} isLate={checking} />
    </>
  );
}
