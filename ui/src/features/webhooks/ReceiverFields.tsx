import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import type { WebhookHandlerType } from '@/generated/api';
import type { WebhookMethod, WebhookSignature } from '@/generated/types';
import { CODE } from '@/shell/form/code';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { texts } from '@/texts/webhooks';
import cards from '@/ui/cards.module.css';
import { Notice } from '@/ui/Notice';
import type { FieldsProps } from './fields';
import { PairsField } from './PairsField';
import { ProxyField } from './ProxyField';
import { SecretField } from './SecretField';
import css from './webhooks.module.css';

const TYPES: readonly WebhookHandlerType[] = ['webhook', 'custom-webhook'];
const SIGNATURES: readonly WebhookSignature[] = ['hmac_sha256', 'standard', 'plain'];
const METHODS: WebhookMethod[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'];

/** Where events are sent to, and how. */
export function ReceiverFields(props: FieldsProps) {
  const { values, problems, set, moved } = props;
  const hasStored =
    values.hasSecret || [...values.headers, ...values.secrets].some(one => one.stored !== null);
  return (
    <section className={cards.card} aria-labelledby="webhook-receiver">
      <h2 id="webhook-receiver">{texts.form.receiver}</h2>
      <div className={css.fields}>
        <FieldGroup legend={texts.form.type}>
          <div className={css.fields}>
            {TYPES.map(type => (
              <Radio
                key={type}
                name="webhook-handler-type"
                label={texts.form.handler[type]}
                description={texts.form.handlerText[type]}
                checked={values.type === type}
                onChange={() => set({ type })}
              />
            ))}
          </div>
        </FieldGroup>
        <TextInput
          {...CODE}
          label={texts.form.url}
          placeholder="https://"
          inputMode="url"
          value={values.url}
          onChange={event => set({ url: event.currentTarget.value })}
          error={problems.url ?? null}
        />
        <ProxyField {...props} />
        {moved && hasStored && <Notice kind="slow">{texts.form.moved}</Notice>}
        {values.type === 'webhook' ? <OwnForm {...props} /> : <CustomForm {...props} />}
        <PairsField
          of="headers"
          pairs={values.headers}
          set={headers => set({ headers })}
          problem={problems.headers}
          moved={moved}
        />
      </div>
    </section>
  );
}

/** The settings of events that are sent as the platform describes them. */
function OwnForm(props: FieldsProps) {
  const { values, set } = props;
  return (
    <>
      <SecretField {...props} />
      <NativeSelect
        label={texts.form.signature}
        value={values.signature}
        onChange={event => set({ signature: event.currentTarget.value as WebhookSignature })}
        data={SIGNATURES.map(value => ({ value, label: texts.form.signatures[value] }))}
      />
      <Checkbox
        label={texts.form.cloudEvent}
        description={texts.form.cloudEventText}
        checked={values.cloudEvent}
        onChange={event => set({ cloudEvent: event.currentTarget.checked })}
      />
    </>
  );
}

/** Placeholders of a payload, each with the text that says what is put in its place. */
const PLACEHOLDERS = [
  ['{{ .data.repo_key }}', 'data'],
  ['{{ .secrets.token }}', 'secret'],
  ['{{ .data | json }}', 'json'],
  ['{{ .data | yaml }}', 'yaml'],
] as const;

/** The settings of a payload of the administrator's own. */
function CustomForm({ values, problems, set, moved }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label={texts.form.method}
        value={values.method}
        onChange={event => set({ method: event.currentTarget.value as WebhookMethod })}
        data={METHODS}
      />
      <Textarea
        {...CODE}
        label={texts.form.payload}
        description={texts.form.payloadText}
        aria-describedby="webhook-placeholders"
        value={values.payload}
        onChange={event => set({ payload: event.currentTarget.value })}
        error={problems.payload ?? null}
        rows={8}
        classNames={{ input: 'wb-mono' }}
      />
      <dl className={css.placeholders} id="webhook-placeholders">
        {PLACEHOLDERS.map(([written, of]) => (
          <div key={of}>
            <dt>
              <code dir="ltr">{written}</code>
            </dt>
            <dd>{texts.form.placeholders[of]}</dd>
          </div>
        ))}
      </dl>
      <PairsField
        of="secrets"
        pairs={values.secrets}
        set={secrets => set({ secrets })}
        problem={problems.secrets}
        moved={moved}
      />
    </>
  );
}
