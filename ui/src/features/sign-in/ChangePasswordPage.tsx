import { Button } from '@mantine/core';
import { titleOf } from '@/app/paths';
import { useMachine } from '@/engine/useMachine';
import { texts } from '@/lib/texts';
import { texts as doorTexts } from '@/texts/door';
import css from '@/ui/door.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { PasswordForm } from '@/ui/PasswordForm';
import { Wait } from '@/ui/Wait';
import { useDoor } from './useDoor';

function Step() {
  const password = useMachine('password');
  const login = useMachine('login');
  const account = login.state?.state === 'password_expired' ? (login.state.account.value ?? null) : null;
  const form = (changing: boolean) => (
    <>
      <p className={css.lead}>
        {doorTexts.password.lead} {account && doorTexts.password.account({ name: account })}
      </p>
      <PasswordForm user={account} changing={changing}>
        {login.can('cancel') && (
          <Button variant="default" size="md" onClick={() => void login.send({ type: 'cancel' })}>
            {doorTexts.password.cancel}
          </Button>
        )}
      </PasswordForm>
    </>
  );
  if (!password.state) return <Wait>{texts.login.signedInAlready}</Wait>;
  switch (password.state.state) {
    case 'required':
    case 'offered':
      return form(false);
    case 'changing':
      return form(true);
    case 'changed':
      return <Wait>{doorTexts.password.changedLead}</Wait>;
    case 'idle':
      return <Wait>{texts.login.signedInAlready}</Wait>;
  }
}

export function ChangePasswordPage() {
  useDoor('changePassword');
  return (
    <>
      <PageTitle className={css.title}>{titleOf('changePassword')}</PageTitle>
      <Step />
    </>
  );
}
