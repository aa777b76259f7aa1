import { Button } from '@mantine/core';
import { useMachine } from '@/engine/useMachine';
import { PasswordForm } from '@/shell/PasswordForm';
import { titleOf } from '@/shell/paths';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import css from '@/ui/auth.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { EnrolForm } from './EnrolForm';
import { FormWait } from './FormWait';
import { OtpForm } from './OtpForm';
import { useAuthRedirect } from './useAuthRedirect';

// The further steps of signing in share one chunk: a user who needs one of them is likely to need the next.

export function OtpStep() {
  const mfa = useMachine('mfa');
  const login = useMachine('login');
  const cancel = login.can('cancel') ? () => void login.send({ type: 'cancel' }) : null;
  if (!mfa.state) return <FormWait>{texts.login.signedInAlready}</FormWait>;
  switch (mfa.state.state) {
    // one and the same form while the server checks
    case 'verify':
      return <OtpForm authenticator={mfa.state.authenticator} verifying={false} cancel={cancel} />;
    case 'verifying':
      return <OtpForm authenticator={mfa.state.authenticator} verifying cancel={null} />;
    case 'idle':
    case 'preparing':
    case 'enrolling':
    case 'confirming':
    case 'codes_shown':
    case 'passed':
      return <FormWait>{texts.login.signedInAlready}</FormWait>;
  }
}

export function OtpPage() {
  useAuthRedirect('otpLogin');
  return (
    <>
      <PageTitle className={css.title} focus={false}>
        {titleOf('otpLogin')}
      </PageTitle>
      <OtpStep />
    </>
  );
}

export function EnrolStep() {
  const mfa = useMachine('mfa');
  if (!mfa.state) return <FormWait>{authTexts.enrol.preparing}</FormWait>;
  switch (mfa.state.state) {
    case 'enrolling':
      return <EnrolForm confirming={false} />;
    case 'confirming':
      return <EnrolForm confirming />;
    case 'idle':
    case 'preparing':
      return <FormWait>{authTexts.enrol.preparing}</FormWait>;
    // the user is inside by now, where the codes are shown above whatever page it is
    case 'codes_shown':
    case 'verify':
    case 'verifying':
    case 'passed':
      return <FormWait>{texts.login.signedInAlready}</FormWait>;
  }
}

export function EnrolPage() {
  useAuthRedirect('mfaEnroll');
  return (
    <>
      <PageTitle className={css.title}>{titleOf('mfaEnroll')}</PageTitle>
      <EnrolStep />
    </>
  );
}

export function PasswordStep() {
  const password = useMachine('password');
  const login = useMachine('login');
  const account = login.state?.state === 'password_expired' ? (login.state.account.value ?? null) : null;
  const form = (changing: boolean) => (
    <>
      <p className={css.lead}>
        {authTexts.password.lead} {account && authTexts.password.account({ name: account })}
      </p>
      <PasswordForm user={account} changing={changing}>
        {login.can('cancel') && (
          <Button variant="default" size="md" onClick={() => void login.send({ type: 'cancel' })}>
            {authTexts.password.cancel}
          </Button>
        )}
      </PasswordForm>
    </>
  );
  if (!password.state) return <FormWait>{texts.login.signedInAlready}</FormWait>;
  switch (password.state.state) {
    case 'required':
    case 'offered':
      return form(false);
    case 'changing':
      return form(true);
    case 'changed':
      return <FormWait>{authTexts.password.changedLead}</FormWait>;
    case 'idle':
      return <FormWait>{texts.login.signedInAlready}</FormWait>;
  }
}

export function ChangePasswordPage() {
  useAuthRedirect('changePassword');
  return (
    <>
      <PageTitle className={css.title}>{titleOf('changePassword')}</PageTitle>
      <PasswordStep />
    </>
  );
}
