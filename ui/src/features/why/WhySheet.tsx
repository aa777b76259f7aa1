import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Drawer } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMachine } from '@/engine/useMachine';
import type { Decision, NavigationState, Place } from '@/generated/types';
import { pathOf, titleOf } from '@/shell/paths';
import { queryClient } from '@/shell/queryClient';
import { recordTime } from '@/texts/time';
import { texts } from '@/texts/why';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { CopyDecision } from './CopyDecision';
import { HopStep } from './HopStep';
import { RecordLink } from './RecordLink';
import { useFactsRecord } from './useFactsRecord';
import css from './why.module.css';

/** As many steps as a decision may have before it is given up. */
const HOPS_MAX = 6;

/** The steps of the last decision: which guard decided each, on which facts, and what would change it. */
export function WhySheet({ close }: { close: () => void }) {
  const navigation = useMachine('navigation');
  const settled = navigation.state?.state === 'settled' ? navigation.state : null;
  return (
    <Drawer opened onClose={close} returnFocus={false} position="right" size={460} title={texts.title}>
      <QueryClientProvider client={queryClient}>
        {settled ? <Settled settled={settled} close={close} /> : <p>{texts.unsettled}</p>}
      </QueryClientProvider>
    </Drawer>
  );
}

type SettledState = Extract<NavigationState, { state: 'settled' }>;

/** The title of the requested page; an unknown address is shown itself. */
const nameOf = (wanted: Place) => (wanted.route === 'frontEnd' ? pathOf(wanted) : titleOf(wanted.route));

function summaryOf({ place, decision }: SettledState): string {
  const words = { wanted: nameOf(decision.wanted), here: titleOf(place.route) };
  const sentences: Record<Decision['outcome'], () => string> = {
    entered: () => texts.entered(words),
    redirected: () => texts.wanted(words),
    blocked: () => texts.stayed(words),
    failed: () => texts.failed(words),
  };
  return sentences[decision.outcome]();
}

function Settled({ settled, close }: { settled: SettledState; close: () => void }) {
  const { decision } = settled;
  const facts = useFactsRecord(decision);
  const circle = decision.outcome === 'failed' && decision.hops.length >= HOPS_MAX;
  return (
    <div className={css.sheet}>
      <p className={css.summary}>{summaryOf(settled)}</p>
      {decision.hops.length > 0 && (
        <>
          <h3>{texts.steps}</h3>
          {facts.loading && <Wait>{texts.loading}</Wait>}
          <ol className={css.hops}>
            {decision.hops.map((hop, index) => (
              // the same step may come twice, in a circle
              <HopStep
                // biome-ignore lint/suspicious/noArrayIndexKey: a decision never changes
                key={index}
                hop={hop}
                from={index === 0 ? nameOf(decision.wanted) : titleOf(hop.route)}
                outcome={decision.outcome}
                known={facts.known}
                close={close}
              />
            ))}
          </ol>
          {circle && <Notice kind="bad">{texts.circle}</Notice>}
          {facts.isNow && <p className="wb-muted">{texts.now}</p>}
          {!facts.loading && facts.known === null && <p className="wb-muted">{texts.noFacts}</p>}
        </>
      )}
      <dl className={css.records}>
        {facts.decision && (
          <div>
            <dt>{texts.decision}</dt>
            <dd>
              <RecordLink record={facts.decision} close={close} />{' '}
              <span className="wb-muted">{texts.recordAt({ at: recordTime(facts.decision.at) })}</span>
            </dd>
          </div>
        )}
        {facts.record && (
          <div>
            <dt>{texts.factsFrom}</dt>
            <dd>
              <RecordLink record={facts.record} close={close} />{' '}
              <span className="wb-muted">{texts.recordAt({ at: recordTime(facts.record.at) })}</span>
            </dd>
          </div>
        )}
      </dl>
      <CopyDecision settled={settled} facts={facts} />
    </div>
  );
}
