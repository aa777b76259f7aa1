import { ApiError } from '@/engine/api';
import type { ReleaseBundleDetails } from '@/generated/api';
import type { BundlePromotion } from '@/generated/types';
import { texts } from '@/texts/releaseBundles';
import type { Tone } from '@/ui/StatusPill';

type Outcome = BundlePromotion['outcome'];
type Failure = Extract<Outcome, { status: 'failed' }>['why'];

/** What is done with a bundle at the moment, of which there is one thing at a time; null if nothing is. */
export function workOf({ promotions, distributions }: Work): 'promotion' | 'distribution' | null {
  if (promotions.some(({ outcome }) => outcome.status === 'started')) return 'promotion';
  return distributions.some(({ status }) => status.status === 'started') ? 'distribution' : null;
}

type Work = Pick<ReleaseBundleDetails, 'promotions' | 'distributions'>;

/** How often a bundle is looked at while it is promoted or distributed. */
const REFRESH_MS = 3_000;

/** Whether an error says that a bundle is not there. */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404;

/** How soon a bundle is looked at again: while something is done with it, unless it has been deleted since. */
export const refreshOf = (bundle: Work | undefined, error: unknown): number | false =>
  bundle !== undefined && workOf(bundle) !== null && !isAbsent(error) && REFRESH_MS;

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
