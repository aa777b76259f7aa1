import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DescribedWebhookDomain } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { failureText } from '@/shell/answers';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { texts } from '@/texts/webhooks';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import { CriteriaFields } from './CriteriaFields';
import type { FieldsProps } from './fields';
import { domainName, typeName } from './names';
import { ANYTHING, type Values } from './values';
import css from './webhooks.module.css';

/** What happens here, and the domain of the webhook where that is no longer among it. */
function offered(domains: readonly DescribedWebhookDomain[], values: Values): DescribedWebhookDomain[] {
  const { domain, kind, types } = values;
  const own = domains.find(one => one.domain === domain);
  if (!own) return [...domains, { domain, criteria: kind, event_types: types, of_projects: true }];
  const others = types.filter(type => !own.event_types.includes(type));
  return domains.map(one => (one === own ? { ...own, event_types: [...own.event_types, ...others] } : one));
}

/** Which events a webhook is sent: their domain, their types, and what narrows them. */
export function EventFields(props: FieldsProps) {
  const { values, problems, set, project } = props;
  const { api } = useEngine();
  const loaded = useQuery({
    queryKey: ['webhooks', 'domains'],
    queryFn: () => webhookCalls.getWebhooksDomains(api),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = loaded.data?.domains ?? [];
  const domains = offered(project === null ? all : all.filter(one => one.of_projects), values);
  const choose = (name: string) => {
    const chosen = domains.find(one => one.domain === name);
    if (chosen) set({ domain: chosen.domain, kind: chosen.criteria, types: [], ...ANYTHING });
  };
  const toggle = (type: string, on: boolean) =>
    set({ types: on ? [...values.types, type] : values.types.filter(one => one !== type) });
  return (
    <section className={cards.card} aria-labelledby="webhook-events">
      <h2 id="webhook-events">{texts.form.events}</h2>
      <div className={css.fields}>
        {loaded.isError && <Notice kind="bad">{failureText(loaded.error, texts.form.domainsFailed)}</Notice>}
        {project !== null && <p className={css.text}>{texts.form.ofProject({ project })}</p>}
        <NativeSelect
          label={texts.form.domain}
          value={values.domain}
          onChange={event => choose(event.currentTarget.value)}
          data={domains.map(({ domain }) => ({ value: domain, label: domainName(domain) }))}
        />
        <FieldGroup legend={texts.form.types} problem={problems.types}>
          <div className={css.choices}>
            {domains
              .find(one => one.domain === values.domain)
              ?.event_types.map(type => (
                <Checkbox
                  key={type}
                  label={typeName(type)}
                  checked={values.types.includes(type)}
                  onChange={event => toggle(type, event.currentTarget.checked)}
                />
              ))}
          </div>
        </FieldGroup>
        {values.kind !== 'nothing' && <CriteriaFields {...props} kind={values.kind} />}
      </div>
    </section>
  );
}
