import type { BundlePromotion } from '@/generated/types';
import { texts } from '@/texts/releaseBundles';
import type { Tone } from '@/ui/StatusPill';

type Outcome = BundlePromotion['outcome'];
type Failure = Extract<Outcome, { status: 'failed' }>['why'];

/** Whether one of them is under way: there is one at a time. */
export const isUnderWay = (promotions: readonly BundlePromotion[]) =>
  promotions.some(({ outcome }) => outcome.status === 'started');

/** Why a promotion has failed; null if it has not. */
export const failureOf = (outcome: Outcome): Failure | null =>
  outcome.status === 'failed' ? outcome.why : null;

export const toneOf = ({ status }: Outcome): Tone => {
  if (status === 'started') return 'pending';
  return status === 'completed' ? 'good' : 'bad';
};

/** What came of a promotion, in words. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.status === 'completed') return texts.promotion.completed({ count: outcome.files });
  return outcome.status === 'failed' ? texts.promotion.failed : texts.promotion.started;
}
