import { useState } from 'react';
import type { Answers, DesiredFeature, Notice } from '@/generated/types';
import { texts } from '@/texts/onboarding';
import { Choice } from './Choice';
import css from './onboarding.module.css';
import { StepFrame } from './StepFrame';
import { problemText, type Wizard } from './useWizard';

interface FeaturesStepProps {
  wizard: Wizard;
  answers: Answers;
  failure: Notice | null;
}

const features: readonly DesiredFeature[] = [
  'binary_management',
  'team_administration',
  'single_sign_on',
  'vulnerabilities_scanning',
  'licence_compliance_checks',
  'continuous_integration',
  'container_registry',
  'software_bill_of_materials',
];

/** What they want to do, and whether a project is to be made. Then everything is sent. */
export function FeaturesStep({ wizard, answers, failure }: FeaturesStepProps) {
  const [chosen, setChosen] = useState<readonly DesiredFeature[]>([]);
  const [wanted, setWanted] = useState(false);
  const shown = wizard.busy ? chosen : answers.desired_features;
  const project = wizard.busy ? wanted : answers.default_project;
  /** Choices are shown at once, before the server has answered. */
  const change = (next: readonly DesiredFeature[], withProject: boolean) => {
    setChosen(next);
    setWanted(withProject);
  };
  const toggle = (feature: DesiredFeature, on: boolean) => {
    const next = features.filter(other => (other === feature ? on : shown.includes(other)));
    change(next, project);
    void wizard.act({ type: 'want', desired_features: next });
  };
  const toggleProject = (on: boolean) => {
    change(shown, on);
    void wizard.act({ type: 'want_project', wanted: on });
  };
  const leave = (type: 'send' | 'back') => {
    change(shown, project);
    return wizard.act({ type });
  };
  return (
    <StepFrame
      step="desired_features"
      title={texts.features.title}
      wizard={wizard}
      submit={texts.features.send}
      onSubmit={() => leave('send')}
      onBack={() => void leave('back')}
      failure={failure && problemText(failure.code, failure.message)}
    >
      <fieldset className={css.choices} data-columns aria-label={texts.features.label}>
        <legend>{texts.features.hint}</legend>
        {features.map(feature => (
          <Choice
            key={feature}
            kind="checkbox"
            name={feature}
            label={texts.desired[feature]}
            checked={shown.includes(feature)}
            onChange={on => toggle(feature, on)}
          />
        ))}
      </fieldset>
      <Choice
        kind="checkbox"
        name="project"
        label={texts.features.project}
        text={texts.features.projectText}
        checked={project}
        onChange={toggleProject}
      />
    </StepFrame>
  );
}
