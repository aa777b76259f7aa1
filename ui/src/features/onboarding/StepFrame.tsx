import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { WizardStep } from '@/generated/types';
import { texts } from '@/texts/onboarding';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './onboarding.module.css';
import { problemText, type Wizard } from './useWizard';

const steps: readonly WizardStep[] = ['init', 'purpose', 'details', 'desired_features'];

interface StepFrameProps {
  step: WizardStep;
  title: string;
  wizard: Wizard;
  /** The label and action of the button that goes on. */
  submit: string;
  onSubmit: () => Promise<unknown>;
  onBack?: () => void;
  /** The error from before this page was opened. */
  failure?: string | null;
  /** The step itself shows what the server refused, where that belongs. */
  hasOwnText?: boolean;
  children: ReactNode;
}

/** A step: its number, its question, and the buttons on, back and out. */
export function StepFrame(props: StepFrameProps) {
  const {
    step,
    title,
    wizard,
    submit,
    onSubmit,
    onBack,
    failure = null,
    hasOwnText = false,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // keyboard users continue from the question, not from where the last button was
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const problem = wizard.refusal ? problemText(wizard.refusal.code, wizard.refusal.message) : failure;
  // not while an answer is under way: a user may choose and go on at once
  const [leaving, setLeaving] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setLeaving(true);
    void onSubmit().finally(() => setLeaving(false));
  };
  return (
    <section className={css.card} aria-labelledby={id}>
      <Progress step={step} />
      <form className={css.form} onSubmit={send} noValidate>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
        {problem && !hasOwnText && <Notice kind="bad">{problem}</Notice>}
        <div className={css.buttons}>
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {texts.back}
            </Button>
          )}
          <Button type="submit" loading={leaving}>
            {submit}
          </Button>
        </div>
      </form>
      <WaysOut wizard={wizard} />
    </section>
  );
}

function Progress({ step }: { step: WizardStep }) {
  const at = steps.indexOf(step);
  return (
    <>
      <p className={css.count}>{texts.step({ number: at + 1, count: steps.length })}</p>
      <ol className={css.progress} aria-label={texts.progress}>
        {steps.map((name, index) => (
          <li key={name} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
            {texts.steps[name]}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Not now, or never: never has to be confirmed, since the user is not asked again. */
function WaysOut({ wizard }: { wizard: Wizard }) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  if (asking)
    return (
      // biome-ignore lint/a11y/useSemanticElements: it is part of the page, and covers nothing
      <div className={css.confirm} role="group" aria-label={texts.confirm.label}>
        <p>{texts.confirm.text}</p>
        <Button ref={keep} size="xs" variant="default" onClick={() => setAsking(false)}>
          {texts.confirm.no}
        </Button>
        <Button size="xs" color="red" onClick={() => void wizard.act({ type: 'dismiss' })}>
          {texts.confirm.yes}
        </Button>
      </div>
    );
  return (
    <div className={css.out}>
      <button type="button" onClick={() => void wizard.act({ type: 'later' })}>
        {texts.later}
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        {texts.never}
      </button>
    </div>
  );
}
