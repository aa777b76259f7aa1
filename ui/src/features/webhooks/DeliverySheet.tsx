import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedWebhookDelivery, MaskedWebhookRequest, WebhookDeliveryAttempt } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { loadChunk } from '@/lib/chunk';
import { failureText } from '@/shell/answers';
import { lazyWith } from '@/shell/lazyPage';
import { refresh } from '@/shell/refresh';
import { Sheet } from '@/shell/Sheet';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { fullTime } from '@/texts/time';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { Wait } from '@/ui/Wait';
import { DeliveryState, eventText } from './deliveryColumns';
import { statusText } from './names';
import { Written } from './Written';
import css from './webhooks.module.css';

// the sentences of all acts come with it
const Trace = lazyWith(
  () => loadChunk('webhook-trace', () => import('./Trace')).then(part => part.Trace),
  <Waiting />,
);

/** How often deliveries are looked at: they come, and end, by themselves. */
export const REFRESH_MS = 15_000;

function Waiting() {
  return <Wait>{texts.trace.loading}</Wait>;
}

interface DeliverySheetProps {
  name: string;
  /** The key of the proxy of the webhook, as it is now. */
  proxy: string | null;
  id: string;
  close: () => void;
}

/** A delivery: its request, its attempts, and sending its event again. */
export function DeliverySheet({ name, proxy, id, close }: DeliverySheetProps) {
  const { api } = useEngine();
  const loaded = useQuery({
    queryKey: ['webhooks', 'delivery', name, id],
    queryFn: () => webhookCalls.getWebhooksKeyDeliveriesId(api, name, id),
    retry: false,
    refetchInterval: ({ state }) => state.data?.delivery.state === 'waiting' && REFRESH_MS,
  });
  const { data, error } = loaded;
  const loadAgain = () => void loaded.refetch();
  return (
    <Sheet
      opened
      close={close}
      closeLabel={texts.close}
      from="right"
      title={data ? eventText(data.delivery) : texts.deliveries.title}
    >
      {loaded.isPending && <Wait>{texts.loading}</Wait>}
      {error && <Failure error={error} retry={loadAgain} close={close} />}
      {data && (
        <div className={css.fields}>
          <Known of={data} proxy={proxy} />
          <div>
            <Button size="sm" variant="default" loading={loaded.isFetching} onClick={loadAgain}>
              {texts.deliveries.refresh}
            </Button>
          </div>
          {data.delivery.state !== 'waiting' && (
            <Redeliver name={name} id={id} isDelivered={data.delivery.state === 'delivered'} />
          )}
          {data.trace_id !== null && (
            <Trace trace={data.trace_id} at={data.delivery.happened_at} attempts={data.attempts} />
          )}
          <Request request={data.request} />
          <Attempts attempts={data.attempts} />
        </div>
      )}
    </Sheet>
  );
}

interface FailureProps {
  error: Error;
  retry: () => void;
  close: () => void;
}

/** Why a delivery is not shown. What is not there leads back to those that are. */
function Failure({ error, retry, close }: FailureProps) {
  const isAbsent = error instanceof ApiError && error.status === 404;
  return (
    <Notice kind="bad">
      {isAbsent ? texts.deliveries.absent : failureText(error, texts.deliveries.detailsFailed)}{' '}
      <Button size="compact-sm" variant="default" onClick={isAbsent ? close : retry}>
        {isAbsent ? texts.deliveries.all : texts.retry}
      </Button>
    </Notice>
  );
}

interface KnownProps {
  of: DescribedWebhookDelivery;
  proxy: string | null;
}

function Known({ of: { delivery, message_id: message }, proxy }: KnownProps) {
  const { column } = texts.deliveries;
  return (
    <Facts>
      <Fact name={column.state}>
        <DeliveryState state={delivery.state} />
      </Fact>
      <Fact name={column.time}>{fullTime(delivery.happened_at)}</Fact>
      <Fact name={column.subject}>
        <code dir="ltr">{delivery.subject}</code>
      </Fact>
      {delivery.error !== null && <Fact name={texts.deliveries.reason}>{delivery.error}</Fact>}
      {delivery.retried_at !== null && (
        <Fact name={texts.deliveries.retriedAt}>{fullTime(delivery.retried_at)}</Fact>
      )}
      {proxy !== null && (
        <Fact name={texts.deliveries.proxy}>
          <code dir="ltr">{proxy}</code>
        </Fact>
      )}
      <Fact name={texts.deliveries.message}>
        <code dir="ltr">{message}</code>
      </Fact>
    </Facts>
  );
}

interface RedeliverProps {
  name: string;
  id: string;
  /** The receiver has it, and would get it twice. */
  isDelivered: boolean;
}

function Redeliver({ name, id, isDelivered }: RedeliverProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const submit = useSubmit();
  const [asking, setAsking] = useState(false);
  const { error } = submit;
  const redeliver = async () => {
    await submit.run(async () => {
      await webhookCalls.postWebhooksKeyDeliveriesIdRedeliver(api, name, id);
      notify({ text: texts.deliveries.redelivered, severity: 'info' });
      await refresh(client, ['webhooks']);
    });
    setAsking(false);
  };
  return (
    <div>
      {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
      {isDelivered ? (
        <ConfirmButton
          words={{
            button: texts.deliveries.redeliver,
            title: texts.deliveries.redeliverQuestion,
            yes: texts.deliveries.redeliver,
            no: texts.cancel,
          }}
          held={[asking, setAsking]}
          busy={submit.busy}
          confirm={() => void redeliver()}
        >
          {texts.deliveries.redeliverText}
        </ConfirmButton>
      ) : (
        <Button size="sm" variant="default" loading={submit.busy} onClick={() => void redeliver()}>
          {texts.deliveries.redeliver}
        </Button>
      )}
    </div>
  );
}

function Request({ request }: { request: MaskedWebhookRequest | null }) {
  return (
    <section aria-labelledby="delivery-request">
      <h3 className={css.heading} id="delivery-request">
        {texts.deliveries.request}
      </h3>
      <p className={css.text}>
        {request === null ? texts.deliveries.noRequest : texts.deliveries.requestText}
      </p>
      {request && (
        <>
          <p className={css.address}>
            <code dir="ltr">
              {request.method} {request.url}
            </code>
          </p>
          <Written
            label={texts.deliveries.headers}
            text={request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          />
          {request.body !== null && <Written label={texts.deliveries.body} text={request.body} />}
        </>
      )}
    </section>
  );
}

function Attempts({ attempts }: { attempts: readonly WebhookDeliveryAttempt[] }) {
  return (
    <section aria-labelledby="delivery-attempts">
      <h3 className={css.heading} id="delivery-attempts">
        {texts.deliveries.attempts}
      </h3>
      <ol className={css.attempts} aria-labelledby="delivery-attempts">
        {attempts.map(attempt => (
          <li key={attempt.at} className={css.attempt}>
            <strong>{texts.deliveries.attempt({ time: fullTime(attempt.at) })}</strong>
            <p className={css.text}>{statusText(attempt)}</p>
            {attempt.error !== null && (
              <p className={css.address}>{texts.deliveries.error({ error: attempt.error })}</p>
            )}
            {attempt.answer && <Written label={texts.deliveries.answer} text={attempt.answer} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
