import type { DescribedWebhook, WebhookDomain, WebhookTestResult } from '@/generated/api';
import { locale } from '@/texts/i18n/languages';
import { dayTime } from '@/texts/time';
import { texts } from '@/texts/webhooks';
import type { Tone } from '@/ui/StatusPill';

/** What the events of a domain are about. */
export const domainName = (domain: WebhookDomain): string => texts.domains[domain];

const isType = (name: string): name is keyof typeof texts.types => Object.hasOwn(texts.types, name);

/** What an event type is called; one that the console has no words for has its own name. */
export const typeName = (type: string): string => (isType(type) ? texts.types[type] : type);

/** The events of a webhook as one text. */
export const eventsOf = ({ event_filter: { domain, event_types: types } }: DescribedWebhook): string =>
  texts.eventsOf({ domain: domainName(domain), types: types.map(typeName).join(', ') });

interface State {
  tone: Tone;
  word: string;
  /** A sentence, where the word alone does not say why. */
  reason: string | null;
}

/** Whether a webhook sends events, and why it does not. */
export function stateOf(webhook: DescribedWebhook): State {
  const { disabled_because: because, deliveries } = webhook;
  if (because !== null) return { tone: 'bad', word: texts.state.disabled, reason: texts.reason[because] };
  if (!webhook.enabled) return { tone: 'gone', word: texts.state.disabled, reason: null };
  if (webhook.paused) return { tone: 'pending', word: texts.state.paused, reason: null };
  const { receiver_retried_at: retriedAt } = deliveries;
  if (retriedAt === null) return { tone: 'good', word: texts.state.enabled, reason: null };
  const reason = texts.reason.unanswered({ time: dayTime(retriedAt) });
  return { tone: 'warning', word: texts.state.unanswered, reason };
}

/** The same as one text. */
export function stateText(webhook: DescribedWebhook): string {
  const { word, reason } = stateOf(webhook);
  return reason === null ? word : texts.stateWith({ state: word, reason });
}

/** When a webhook was sent something last, and what came of it. */
export function lastOf({
  deliveries: { last_at: at, last_delivered: isDelivered },
}: DescribedWebhook): string {
  if (at === null) return texts.lastNone;
  const time = { time: dayTime(at) };
  return isDelivered ? texts.lastDelivered(time) : texts.lastFailed(time);
}

/** Milliseconds with their unit. */
export const tookText = (ms: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'millisecond' }).format(ms);

/** The status of a receiver's answer, or that there was none, and how long it took. */
export function statusText({ status, took_ms: ms }: { status: number | null; took_ms: number }): string {
  const took = tookText(ms);
  return status === null
    ? texts.test.noStatus({ took })
    : texts.test.status({ status: String(status), took });
}

/** The answers of servers between this one and the receiver, which then has not answered. */
const GATEWAY = [502, 504];

/** What came of a test; null where the request itself has failed. */
export function outcomeOf(result: WebhookTestResult | null): string {
  if (result?.result === 'success') return texts.test.taken;
  const { status = null } = result ?? {};
  return status === null || GATEWAY.includes(status) ? texts.test.unanswered : texts.test.refused;
}
