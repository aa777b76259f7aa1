import { useEffect, useRef } from 'react';
import { useMachine } from '@/engine/useMachine';
import { texts } from '@/texts/onboarding';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { NextSteps } from './NextSteps';
import css from './onboarding.module.css';

/** The end of the wizard: that it is done, and what works now. */
export function Finished() {
  const personalisation = useMachine('personalisation');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <section className={css.card}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.finished.title}
        </h2>
        <p className={css.text}>{texts.finished.text}</p>
        {personalisation.matches('unsent') && (
          <div className={css.begin}>
            <Notice kind="info">{texts.finished.unsent}</Notice>
            <Button
              variant="default"
              loading={personalisation.pending}
              onClick={() => void personalisation.send({ type: 'send' }).catch(() => undefined)}
            >
              {texts.finished.retry}
            </Button>
          </div>
        )}
      </section>
      <NextSteps />
    </>
  );
}
