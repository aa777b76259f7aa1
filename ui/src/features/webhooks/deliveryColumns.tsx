import type { ListedWebhookDelivery, WebhookDeliveryStatus } from '@/generated/api';
import { fullTime } from '@/texts/time';
import { texts } from '@/texts/webhooks';
import { StatusPill, type Tone } from '@/ui/StatusPill';
import type { TableColumn } from '@/ui/table/columns';
import { domainName, tookText, typeName } from './names';

const TONES: Readonly<Record<WebhookDeliveryStatus, Tone>> = {
  delivered: 'good',
  waiting: 'pending',
  dead: 'bad',
  cancelled: 'gone',
};

/** The states of deliveries, as filters offer them. */
export const STATES = Object.keys(TONES) as WebhookDeliveryStatus[];

/** The state of a delivery as a badge. */
export function DeliveryState({ state }: { state: WebhookDeliveryStatus }) {
  return <StatusPill tone={TONES[state]}>{texts.deliveries.states[state]}</StatusPill>;
}

/** What has happened, as one text. */
export const eventText = ({ domain, event_type: type }: ListedWebhookDelivery): string =>
  texts.eventsOf({ domain: domainName(domain), types: typeName(type) });

type Column = TableColumn<ListedWebhookDelivery>;

/** The server has them in their order, the newest first. */
const sortable = false;

const text = (
  id: 'event' | 'subject' | 'status',
  width: number,
  value: (delivery: ListedWebhookDelivery) => string,
): Column => ({
  id,
  get label() {
    return texts.deliveries.column[id];
  },
  width,
  sortable,
  ...(id === 'subject' && { mono: true }),
  value,
});

export const deliveryColumns: readonly Column[] = [
  {
    id: 'time',
    kind: 'date',
    get label() {
      return texts.deliveries.column.time;
    },
    width: 190,
    sortable,
    value: delivery => delivery.happened_at,
    format: fullTime,
  },
  text('event', 180, eventText),
  text('subject', 240, delivery => delivery.subject),
  {
    id: 'state',
    get label() {
      return texts.deliveries.column.state;
    },
    width: 130,
    sortable,
    value: delivery => texts.deliveries.states[delivery.state],
    cell: delivery => <DeliveryState state={delivery.state} />,
  },
  {
    id: 'attempts',
    kind: 'number',
    get label() {
      return texts.deliveries.column.attempts;
    },
    width: 90,
    sortable,
    value: delivery => delivery.attempts,
  },
  text('status', 160, ({ status, error }) => error ?? (status === null ? '' : String(status))),
  {
    id: 'took',
    kind: 'number',
    get label() {
      return texts.deliveries.column.took;
    },
    width: 100,
    sortable,
    value: delivery => delivery.took_ms,
    format: tookText,
  },
];
