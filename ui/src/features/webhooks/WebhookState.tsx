import type { DescribedWebhook } from '@/generated/api';
import { StatusPill } from '@/ui/StatusPill';
import { stateOf } from './names';

/** Whether a webhook sends events as a badge, and beside it why it does not: a badge has a word, and does not wrap. */
export function WebhookState({ webhook }: { webhook: DescribedWebhook }) {
  const { tone, word, reason } = stateOf(webhook);
  return (
    <>
      <StatusPill tone={tone}>{word}</StatusPill> {reason !== null && <span title={reason}>{reason}</span>}
    </>
  );
}
