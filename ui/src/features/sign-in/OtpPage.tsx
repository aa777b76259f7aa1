import { titleOf } from '@/app/paths';
import { useMachine } from '@/engine/useMachine';
import { texts } from '@/lib/texts';
import css from '@/ui/door.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { OtpForm } from './OtpForm';
import { useDoor } from './useDoor';

function Step() {
  const mfa = useMachine('mfa');
  const cancel = mfa.can('cancel') ? () => void mfa.send({ type: 'cancel' }) : null;
  if (!mfa.state) return <Wait>{texts.login.signedInAlready}</Wait>;
  switch (mfa.state.state) {
    // one and the same form while the server checks
    case 'verify':
      return <OtpForm verifying={false} cancel={cancel} />;
    case 'verifying':
      return <OtpForm verifying cancel={null} />;
    case 'idle':
    case 'preparing':
    case 'enrolling':
    case 'confirming':
    case 'codes_shown':
    case 'passed':
      return <Wait>{texts.login.signedInAlready}</Wait>;
  }
}

export function OtpPage() {
  useDoor('otpLogin');
  return (
    <>
      <PageTitle className={css.title} focus={false}>
        {titleOf('otpLogin')}
      </PageTitle>
      <Step />
    </>
  );
}
