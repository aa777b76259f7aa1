import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useDraft } from '@/lib/drafts';
import { portOf } from '@/lib/hostAndPort';
import { useFields } from '@/lib/useFields';
import { titleOf } from '@/shell/paths';
import { texts } from '@/texts/proxies';
import { Columns } from '@/ui/Columns';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Configuration } from './Configuration';
import css from './proxies.module.css';
import {
  dockerMethods,
  emptyFields,
  isHostName,
  methodOf,
  type ProxyFields,
  proxyOf,
  repositoriesOf,
  usesPortTwice,
} from './reverseProxy';
import { isUpstream, upstreamAt } from './upstream';

function portProblem(on: boolean, typed: string, fields: ProxyFields): string | null {
  if (!on) return null;
  if (portOf(typed) === null) return texts.portWrong;
  const console = proxyOf({ ...fields, reverseProxyRepositories: '' });
  return usesPortTwice(console) ? texts.portTwice : null;
}

function repositoriesProblem(typed: string, fields: ProxyFields): string | null {
  const method = methodOf(fields.dockerReverseProxyMethod);
  if (method === 'REPOPATHPREFIX') return null;
  if (repositoriesOf(typed, method) === null) return texts.repositoriesWrong[method];
  return usesPortTwice(proxyOf(fields)) ? texts.portTwice : null;
}

const checks = {
  serverName: (value: string) => {
    const name = value.trim();
    return name === '' ? texts.serverNameMissing : isHostName(name) ? null : texts.serverNameWrong;
  },
  upstream: (value: string) => (isUpstream(value) ? null : texts.upstreamWrong),
  useHttps: (on: boolean, fields: ProxyFields) => (on || fields.useHttp ? null : texts.noProtocol),
  httpsPort: (typed: string, fields: ProxyFields) => portProblem(fields.useHttps, typed, fields),
  httpPort: (typed: string, fields: ProxyFields) => portProblem(fields.useHttp, typed, fields),
  reverseProxyRepositories: repositoriesProblem,
};

/** Asks what a reverse proxy before the console is to do, and makes its configuration. */
export function NewProxyPage() {
  const [initial] = useState(() => ({ ...emptyFields, upstream: upstreamAt(window.location) }));
  const form = useFields<ProxyFields>(initial, checks);
  useDraft(form.isDirty);
  const [made, setMade] = useState<ProxyFields | null>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const heading = useId();
  const method = methodOf(form.values.dockerReverseProxyMethod);
  const isShown = made === form.values;
  useEffect(() => {
    if (made !== null) result.current?.focus();
  }, [made]);
  const send = form.onSubmit({ send: setMade });
  return (
    <div className={cards.page}>
      <PageTitle className={cards.title}>{titleOf('admin.proxies.new')}</PageTitle>
      <p className={cards.lead}>{texts.lead}</p>
      <Notice kind="info">{texts.later}</Notice>
      <form className={css.form} onSubmit={send} noValidate>
        <Columns>
          <TextInput
            {...form.text('serverName')}
            label={texts.serverName}
            description={texts.serverNameText}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <fieldset className={css.protocol}>
            <legend>HTTPS</legend>
            <Checkbox
              label={texts.useHttps}
              checked={form.values.useHttps}
              error={form.problems.useHttps}
              aria-invalid={form.problems.useHttps !== undefined}
              onChange={event => form.set('useHttps', event.currentTarget.checked)}
            />
            <TextInput
              {...form.text('httpsPort')}
              label={texts.httpsPort}
              inputMode="numeric"
              autoComplete="off"
              disabled={!form.values.useHttps}
              dir="ltr"
            />
          </fieldset>
          <fieldset className={css.protocol}>
            <legend>HTTP</legend>
            <Checkbox
              label={texts.useHttp}
              aria-describedby={`${heading}-http`}
              checked={form.values.useHttp}
              onChange={event => form.set('useHttp', event.currentTarget.checked)}
            />
            <TextInput
              {...form.text('httpPort')}
              label={texts.httpPort}
              inputMode="numeric"
              autoComplete="off"
              disabled={!form.values.useHttp}
              dir="ltr"
            />
            <p id={`${heading}-http`} className={css.hint}>
              {texts.httpText}
            </p>
          </fieldset>
          <NativeSelect
            label={texts.method}
            // its arrow is that of all selects
            rightSection={<span />}
            description={texts.methodText}
            value={method}
            onChange={event => form.set('dockerReverseProxyMethod', event.currentTarget.value)}
            data={dockerMethods.map(value => ({ value, label: texts.methods[value] }))}
          />
          {method !== 'REPOPATHPREFIX' && (
            <Textarea
              {...form.text('reverseProxyRepositories')}
              label={texts.repositories}
              description={texts.repositoriesText[method]}
              rows={4}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
          )}
          <TextInput
            {...form.text('upstream')}
            label={texts.upstream}
            description={texts.upstreamText}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        </Columns>
        <Button type="submit">{texts.make}</Button>
      </form>
      <p role="status" className="wb-muted">
        {made !== null && !isShown && texts.changed}
      </p>
      {isShown && (
        <section aria-labelledby={heading}>
          <h2 id={heading} ref={result} tabIndex={-1} className={css.made}>
            {texts.made}
          </h2>
          <Configuration proxy={proxyOf(form.values)} upstream={form.values.upstream.trim()} />
        </section>
      )}
    </div>
  );
}
