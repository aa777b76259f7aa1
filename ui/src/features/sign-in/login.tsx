import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/common';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { AlreadySignedIn } from './AlreadySignedIn';
import { LoginForm } from './LoginForm';
import { useAuthRedirect } from './useAuthRedirect';

function Step() {
  const { state } = useMachine('login');
  if (!state) return <LoginForm checking={false} notice={null} />;
  switch (state.state) {
    // the same form while the server checks, so that its fields keep their values
    case 'signed_out':
      return <LoginForm checking={false} notice={state.notice} />;
    case 'checking':
      return <LoginForm checking notice={null} />;
    case 'otp_required':
    case 'enrol_required':
    case 'password_expired':
      return <Wait>{texts.login.signedInAlready}</Wait>;
    case 'signed_in':
      return <AlreadySignedIn />;
    case 'signing_out':
      return <Wait>{texts.login.signingOut}</Wait>;
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
      <p className={css.lead}>{texts.login.lead}</p>
      {setupNeeded && (
        <div style={{ marginBottom: 16 }}>
          <Notice kind="info">{texts.login.setupNeeded}</Notice>
        </div>
      )}
      <Step />
    </>
  );
}
