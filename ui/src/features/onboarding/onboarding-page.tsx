import { useEffect, useRef } from 'react';
import { useMachine } from '@/engine/useMachine';
import { showDialog } from '@/shell/dialogs';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/onboarding';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { DetailsStep } from './DetailsStep';
import { FeaturesStep } from './FeaturesStep';
import { Finished } from './Finished';
import { InitStep } from './InitStep';
import { NextSteps } from './NextSteps';
import css from './onboarding.module.css';
import { PurposeStep } from './PurposeStep';
import { problemText, useWizard, type Wizard } from './useWizard';

/** Quick setup: the wizard for a new installation, and what can be done next. */
export function OnboardingPage() {
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('quickSetup')}</PageTitle>
      <p className={css.lead}>{texts.lead}</p>
      <Body />
    </div>
  );
}

/** Shows the animation once the project has been created; a failure leads back to the questions. */
function useProjectAnimation(state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    const isCreated = before.current === 'creating_project' && (state === 'storing' || state === 'finished');
    before.current = state;
    // nothing gets the focus back from it, since it takes none
    if (isCreated) showDialog({ name: 'project_animation' }, null);
  }, [state]);
}

function Body() {
  const wizard = useWizard();
  const { state } = wizard.machine;
  useProjectAnimation(state?.state);
  if (!state) return <Wait>{texts.wait}</Wait>;
  switch (state.state) {
    case 'init':
      return <InitStep wizard={wizard} answers={state.answers} person={state.person} />;
    case 'purpose':
      return <PurposeStep wizard={wizard} answers={state.answers} />;
    case 'details':
      return <DetailsStep wizard={wizard} answers={state.answers} person={state.person} />;
    case 'desired_features':
      return <FeaturesStep wizard={wizard} answers={state.answers} failure={state.failure} />;
    case 'creating_project':
      return <Wait>{texts.features.creating}</Wait>;
    case 'storing':
      return <Wait>{texts.features.sending}</Wait>;
    case 'dismissing':
      return <Wait>{texts.wait}</Wait>;
    case 'finished':
      return <Finished />;
    case 'postponed':
      return (
        <>
          <section className={css.card}>
            <p className={css.text}>{texts.postponed.text}</p>
            <Begin wizard={wizard} primary>
              {texts.postponed.button}
            </Begin>
          </section>
          <NextSteps />
        </>
      );
    case 'dismissed':
      return (
        <>
          <section className={css.card}>
            <p className={css.text} role="status">
              {texts.dismissed}
            </p>
            <Begin wizard={wizard}>{texts.ask}</Begin>
          </section>
          <NextSteps />
        </>
      );
    case 'idle':
      return (
        <>
          <NextSteps />
          <Asked wizard={wizard} />
        </>
      );
  }
}

/** Lets a user begin who was not asked to; the server decides whether they may. */
function Asked({ wizard }: { wizard: Wizard }) {
  const startup = useMachine('startup');
  const isAdmin = startup.state?.state === 'ready' && startup.state.facts.user.admin;
  if (!isAdmin) return null;
  return (
    <div className={css.after}>
      <Begin wizard={wizard}>{texts.ask}</Begin>
    </div>
  );
}

interface BeginProps {
  wizard: Wizard;
  primary?: boolean;
  children: string;
}

function Begin({ wizard, primary = false, children }: BeginProps) {
  const { refusal, act, busy } = wizard;
  return (
    <div className={css.begin}>
      {refusal && <Notice kind="bad">{problemText(refusal.code, refusal.message)}</Notice>}
      <Button
        variant={primary ? 'filled' : 'default'}
        loading={busy}
        onClick={() => void act({ type: 'begin' })}
      >
        {children}
      </Button>
    </div>
  );
}
