import { useState } from 'react';
import type { Answers, Purpose } from '@/generated/types';
import { texts } from '@/texts/onboarding';
import { Choice } from './Choice';
import css from './onboarding.module.css';
import { StepFrame } from './StepFrame';
import type { Wizard } from './useWizard';

interface PurposeStepProps {
  wizard: Wizard;
  answers: Answers;
}

/** What the platform is for. The choice is shown at once, before the server has answered. */
export function PurposeStep({ wizard, answers }: PurposeStepProps) {
  const [chosen, setChosen] = useState<Purpose | null>(null);
  const purpose = (wizard.busy && chosen) || answers.purpose;
  const choose = (next: Purpose) => {
    setChosen(next);
    void wizard.act({ type: 'choose', purpose: next });
  };
  const choice = (which: Purpose, label: string, text: string) => (
    <Choice
      kind="radio"
      name="purpose"
      label={label}
      text={text}
      checked={purpose === which}
      onChange={() => choose(which)}
    />
  );
  return (
    <StepFrame
      step="purpose"
      title={texts.purpose.title}
      wizard={wizard}
      submit={texts.next}
      onSubmit={() => wizard.act({ type: 'next' })}
      onBack={() => void wizard.act({ type: 'back' })}
    >
      <fieldset className={css.choices} aria-label={texts.purpose.title}>
        {choice('commercial', texts.purpose.commercial, texts.purpose.commercialText)}
        {choice('personal', texts.purpose.personal, texts.purpose.personalText)}
      </fieldset>
    </StepFrame>
  );
}
