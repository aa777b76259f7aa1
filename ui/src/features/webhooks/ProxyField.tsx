import { NativeSelect } from '@mantine/core';
import { texts } from '@/texts/webhooks';
import { Notice } from '@/ui/Notice';
import type { FieldsProps } from './fields';
import { useProxyKeys } from './lists';

/**
 * The proxy that events are sent through (HOOK-01). Where the proxies cannot be loaded there is no field, and it stays
 * as it is (HOOK-05).
 */
export function ProxyField({ values: { proxy }, problems, set }: FieldsProps) {
  const keys = useProxyKeys();
  // a problem of the proxy is shown also where it cannot be chosen
  if (!keys) return problems.proxy === undefined ? null : <Notice kind="bad">{problems.proxy}</Notice>;
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
