import { useMemo } from 'react';
import type { Proposal } from '@/engine/proposals';
import type { Answers, StepDataObject } from '@/generated/types';
import { keptSteps } from '@/lib/personalisation';
import { texts } from '@/texts/onboarding';
import css from './onboarding.module.css';
import { StepFrame } from './StepFrame';
import type { Wizard } from './useWizard';

interface InitStepProps {
  wizard: Wizard;
  answers: Answers;
  person: string;
}

/** What the questions are about, and what the browser has kept of an earlier try. */
export function InitStep({ wizard, answers, person }: InitStepProps) {
  const kept = useMemo(() => restored(person), [person]);
  const restore = isUnanswered(answers) ? kept : null;
  return (
    <StepFrame
      step="init"
      title={texts.init.title}
      wizard={wizard}
      submit={texts.init.start}
      onSubmit={() => wizard.act(...(restore ? [restore] : []), { type: 'next' })}
    >
      <p className={css.text}>{texts.init.text}</p>
      {restore && <p className={css.kept}>{texts.init.kept}</p>}
    </StepFrame>
  );
}

const isUnanswered = ({ purpose, details, desired_features }: Answers) =>
  purpose === null && details.role === null && desired_features.length === 0;

/** The command that restores the answers kept in the browser; null where there are none. */
function restored(person: string): Proposal<'onboarding'> | null {
  const kept = Object.values(keptSteps(person)).map(step => answered(step.step_data_object));
  const answers = Object.assign({}, ...kept);
  return Object.keys(answers).length > 0 ? { type: 'restore', ...answers } : null;
}

function answered(answer: StepDataObject): object {
  switch (answer.step) {
    case 'init':
      return {};
    case 'purpose':
      return answer.purpose ? { purpose: answer.purpose } : {};
    case 'details':
      return answer.role ? { role: answer.role } : {};
    case 'desired_features':
      return answer.desired_features.length > 0 ? { desired_features: answer.desired_features } : {};
  }
}
