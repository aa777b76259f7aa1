import { titleOf } from '@/app/paths';
import { useMachine } from '@/engine/useMachine';
import { texts } from '@/lib/texts';
import { texts as doorTexts } from '@/texts/door';
import css from '@/ui/door.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { EnrolForm } from './EnrolForm';
import { useDoor } from './useDoor';

function Step() {
  const mfa = useMachine('mfa');
  if (!mfa.state) return <Wait>{doorTexts.enrol.preparing}</Wait>;
  switch (mfa.state.state) {
    case 'enrolling':
      return <EnrolForm confirming={false} />;
    case 'confirming':
      return <EnrolForm confirming />;
    case 'idle':
    case 'preparing':
      return <Wait>{doorTexts.enrol.preparing}</Wait>;
    // the user is inside by now, where the codes are shown above whatever page it is
    case 'codes_shown':
    case 'verify':
    case 'verifying':
    case 'passed':
      return <Wait>{texts.login.signedInAlready}</Wait>;
  }
}

export function EnrolPage() {
  useDoor('mfaEnroll');
  return (
    <>
      <PageTitle className={css.title}>{titleOf('mfaEnroll')}</PageTitle>
      <Step />
    </>
  );
}
