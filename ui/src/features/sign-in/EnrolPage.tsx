import { useState } from 'react';
import { titleOf } from '@/app/paths';
import { useMachine } from '@/engine/useMachine';
import { texts } from '@/lib/texts';
import css from '@/ui/door.module.css';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { EnrolForm } from './EnrolForm';
import { RecoveryCodes } from './RecoveryCodes';
import { useDoor } from './useDoor';

interface StepProps {
  codes: readonly string[];
  keepCodes: (codes: readonly string[]) => void;
}

function Step({ codes, keepCodes }: StepProps) {
  const mfa = useMachine('mfa');
  if (!mfa.state) return <Wait>{texts.enrol.preparing}</Wait>;
  switch (mfa.state.state) {
    case 'enrolling':
      return <EnrolForm confirming={false} keepCodes={keepCodes} />;
    case 'confirming':
      return <EnrolForm confirming keepCodes={keepCodes} />;
    case 'codes_shown':
      return (
        <RecoveryCodes
          codes={codes}
          leaving={mfa.pending}
          saved={mfa.can('codes_saved') ? () => void mfa.send({ type: 'codes_saved' }) : null}
        />
      );
    case 'idle':
    case 'preparing':
      return <Wait>{texts.enrol.preparing}</Wait>;
    case 'verify':
    case 'verifying':
    case 'passed':
      return <Wait>{texts.login.signedInAlready}</Wait>;
  }
}

export function EnrolPage() {
  useDoor('mfaEnroll');
  // shown once and kept nowhere else: they go with this page
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <>
      <PageTitle className={css.title}>{titleOf('mfaEnroll')}</PageTitle>
      <Step codes={codes} keepCodes={setCodes} />
    </>
  );
}
