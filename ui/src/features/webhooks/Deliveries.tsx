import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { WebhookDeliveryStatus } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/webhooks';
import cards from '@/ui/cards.module.css';
import { SelectField } from '@/ui/ToolField';
import { DataTable, useTableFocus } from '@/ui/table/DataTable';
import { DeliverySheet, REFRESH_MS } from './DeliverySheet';
import { deliveryColumns, STATES } from './deliveryColumns';
import { type EditorSearch, editPath } from './place';

const PORTION = 50;

interface DeliveriesProps {
  name: string;
  /** The key of the proxy of the webhook. */
  proxy: string | null;
  /** The address leads to them. */
  isAddressed: boolean;
}

/** What a webhook has sent, and what waits to be sent again. A row opens the delivery with its attempts. */
export function Deliveries({ name, proxy, isAddressed }: DeliveriesProps) {
  const { api } = useEngine();
  const router = useRouter();
  const { delivery: opened, ...elsewhere }: EditorSearch = useSearch({ strict: false });
  const { place: section, rest: heading, focusTable } = useTableFocus<HTMLHeadingElement>();
  useEffect(() => {
    if (isAddressed) heading.current?.focus();
  }, [isAddressed, heading]);
  const [state, setState] = useState<WebhookDeliveryStatus | ''>('');
  const [typed, type] = useState('');
  const search = useDeferredValue(typed.trim());
  const deliveries = useInfiniteQuery({
    queryKey: ['webhooks', 'deliveries', name, state, search],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      webhookCalls.getWebhooksKeyDeliveries(api, name, {
        limit: PORTION,
        ...(state && { state }),
        ...(search && { search }),
        ...(after && { after }),
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const pages = deliveries.data?.pages;
  // what is open is in the address, so that a reload and Back keep to it
  const show = (place: EditorSearch) =>
    void router.navigate({
      to: editPath(name),
      search: { ...elsewhere, ...place },
      state: { keepsFocus: true },
    });
  const close = () => {
    focusTable();
    show({});
  };
  const rows = useMemo(() => pages?.flatMap(page => page.deliveries), [pages]);
  return (
    <section ref={section} className={cards.card} aria-labelledby="webhook-deliveries">
      <h2 id="webhook-deliveries" ref={heading} tabIndex={-1}>
        {texts.deliveries.title}
      </h2>
      <DataTable
        id="webhook-deliveries"
        label={texts.deliveries.label}
        columns={deliveryColumns}
        rows={rows}
        rowId={delivery => delivery.id}
        failure={deliveries.isError ? failureText(deliveries.error, texts.deliveries.failed) : null}
        retry={() => void deliveries.refetch()}
        empty={{ title: texts.deliveries.empty, text: texts.deliveries.emptyText }}
        activate={({ id }) => show({ delivery: id })}
        paged={{
          typed,
          type,
          total: rows?.length ?? 0,
          narrowed: state !== '',
          clear: () => setState(''),
          more: deliveries.hasNextPage ? () => void deliveries.fetchNextPage() : null,
          loading: deliveries.isFetchingNextPage,
        }}
        tools={
          <SelectField
            label={texts.deliveries.byState}
            value={state}
            onChange={event => setState(event.currentTarget.value as WebhookDeliveryStatus | '')}
          >
            <option value="">{texts.deliveries.anyState}</option>
            {STATES.map(one => (
              <option key={one} value={one}>
                {texts.deliveries.states[one]}
              </option>
            ))}
          </SelectField>
        }
      />
      {opened !== undefined && (
        <DeliverySheet key={opened} name={name} proxy={proxy} id={opened} close={close} />
      )}
    </section>
  );
}
