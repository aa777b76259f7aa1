import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { chartsHash } from '@/generated/charts';
import type { NavigationState } from '@/generated/types';
import { texts } from '@/texts/why';
import type { FactsRecord } from './useFactsRecord';

interface CopyDecisionProps {
  settled: Extract<NavigationState, { state: 'settled' }>;
  facts: FactsRecord;
}

/** Copies the decision, its facts and their records as one text, for asking for help. */
export function CopyDecision({ settled, facts }: CopyDecisionProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  const whole = () => ({
    place: settled.place,
    decision: settled.decision,
    record: facts.decision,
    facts: facts.known,
    facts_record: facts.record?.seq ?? null,
    facts_are_of_now: facts.isNow,
    charts: chartsHash,
  });
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<Icon size={15} stroke={1.8} aria-hidden="true" />}
      onClick={() => clipboard.copy(JSON.stringify(whole(), null, 2))}
    >
      <span aria-live="polite">{clipboard.copied ? texts.copied : texts.copy}</span>
    </Button>
  );
}
