import type { DescribedCleanupPolicy } from '@/generated/api';
import type { CleanupCounts } from '@/generated/types';
import { texts } from '@/texts/cleanup';
import { sizeText } from '@/texts/size';

/** What a run has done, as a text. */
export function countsText({ files, bytes, spared }: CleanupCounts): string {
  const done = texts.done({ count: files, size: sizeText(bytes) });
  return spared === 0 ? done : `${done}; ${texts.spared({ count: spared })}`;
}

/** The newest run of a policy, as a text. */
export function runText({ lastRun, progress }: DescribedCleanupPolicy): string {
  if (progress) return `${texts.running}: ${countsText(progress)}`;
  if (lastRun === null) return texts.never;
  const { ended } = lastRun;
  return ended === null ? texts.running : `${texts.outcomes[ended.outcome]}: ${countsText(ended.counts)}`;
}
