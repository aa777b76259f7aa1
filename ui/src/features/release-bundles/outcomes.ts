import { ApiError } from '@/engine/api';
import type { BundlePromotion } from '@/generated/types';
import { texts } from '@/texts/releaseBundles';
import type { Tone } from '@/ui/StatusPill';

type Outcome = BundlePromotion['outcome'];
type Failure = Extract<Outcome, { status: 'failed' }>['why'];

/** Whether one of them is under way: there is one at a time. */
export const isUnderWay = (promotions: readonly BundlePromotion[]) =>
  promotions.some(({ outcome }) => outcome.status === 'started');

/** How often a bundle is looked at while it is being promoted. */
const REFRESH_MS = 3_000;

/** Whether an error says that a bundle is not there. */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404;

/** How soon a bundle is looked at again: while it is promoted, unless it has been deleted since. */
export const refreshOf = (promotions: readonly BundlePromotion[], error: unknown): number | false =>
  isUnderWay(promotions) && !isAbsent(error) && REFRESH_MS;

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
