import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as webhookCalls from '@/generated/webhookCalls';
import { report } from '@/lib/report';
import { texts } from '@/texts/webhooks';
import { Notice } from '@/ui/Notice';
import type { FieldsProps } from './fields';

/**
 * The proxy that events are sent through (HOOK-01). Where the proxies cannot be loaded there is no field, and it stays
 * as it is (HOOK-05).
 */
export function ProxyField({ values: { proxy }, problems, set }: FieldsProps) {
  const { api } = useEngine();
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'proxies'],
    queryFn: () => webhookCalls.getWebhookListsProxies(api),
    retry: false,
  });
  useEffect(() => {
    if (error) report('The proxies for webhooks could not be loaded', error);
  }, [error]);
  // a problem of the proxy is shown also where it cannot be chosen
  if (!data) return problems.proxy === undefined ? null : <Notice kind="bad">{problems.proxy}</Notice>;
  const { proxies: keys } = data;
  const offered = proxy === '' || keys.includes(proxy) ? keys : [...keys, proxy];
  return (
    <NativeSelect
      label={texts.form.proxy}
      description={texts.form.proxyText}
      value={proxy}
      onChange={event => set({ proxy: event.currentTarget.value })}
      error={problems.proxy ?? null}
      data={[{ value: '', label: texts.form.noProxy }, ...offered.map(value => ({ value, label: value }))]}
    />
  );
}
