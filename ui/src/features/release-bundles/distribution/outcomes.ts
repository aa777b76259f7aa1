import type { BundleDistribution, DistributionKind, TargetOutcome } from '@/generated/types';
import { texts } from '@/texts/distribution';
import type { Tone } from '@/ui/StatusPill';

const TONES: Readonly<Record<BundleDistribution['status']['status'], Tone>> = {
  started: 'pending',
  completed: 'good',
  failed: 'bad',
  aborted: 'gone',
};

export const toneOf = ({ status }: BundleDistribution): Tone => TONES[status.status];

/** How far a distribution is, in words. */
export const statusText = ({ kind, status }: BundleDistribution): string => texts.status[kind][status.status];

/** What came of a distribution at one target, in words. */
export function outcomeText(kind: DistributionKind, outcome: TargetOutcome): string {
  if (outcome.outcome === 'pending') return texts.outcome.pending;
  if (outcome.outcome === 'failed') return texts.why[outcome.why];
  return kind === 'remove' ? texts.outcome.removed : texts.outcome.sent({ count: outcome.files });
}

/** The targets that have the bundle, as far as its distributions say, which are the newest first. */
export function targetsWith(distributions: readonly BundleDistribution[]): string[] {
  const having = new Set<string>();
  for (const { kind, targets } of [...distributions].reverse())
    for (const { target, outcome } of targets) {
      if (outcome.outcome !== 'completed') continue;
      if (kind === 'distribute') having.add(target);
      else having.delete(target);
    }
  return [...having];
}
