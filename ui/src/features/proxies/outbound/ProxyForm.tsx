import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { DescribedProxy, WantedProxy } from '@/generated/api';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { checkInput, numberInput, textInput } from '@/shell/form/inputs';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { PasswordField } from '@/shell/PasswordField';
import { texts } from '@/texts/outboundProxies';
import css from './outbound.module.css';
import { problemsOf, refused } from './problems';
import { NEW, storedOf, valuesOf, wantedOf } from './values';

interface ProxyFormProps {
  /** The proxy to change; null for a new one. */
  before: DescribedProxy | null;
  send: (wanted: WantedProxy) => Promise<void>;
  cancel: () => void;
}

/** The settings of a proxy. */
export function ProxyForm({ before, send, cancel }: ProxyFormProps) {
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : NEW),
    check: problemsOf,
    send: (values, seen) => send(wantedOf(values, seen)),
    refused,
  });
  const { values, problems, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: before ? texts.form.save : texts.form.create, cancel: texts.cancel }}
      cancel={cancel}
      isHeld={before !== null && !form.isDirty}
      className={css.form}
    >
      <TextInput
        {...CODE}
        label={texts.form.key}
        description={texts.form.keyText}
        {...textInput(form, 'key')}
        maxLength={64}
        readOnly={before !== null}
        data-autofocus={before === null || undefined}
      />
      <TextInput
        {...CODE}
        label={texts.form.host}
        description={texts.form.hostText}
        {...textInput(form, 'host')}
        maxLength={255}
      />
      <TextInput label={texts.form.port} {...numberInput(form, 'port')} />
      <TextInput
        {...CODE}
        label={texts.form.userName}
        description={texts.form.userNameText}
        {...textInput(form, 'userName', 'user_name')}
        maxLength={128}
      />
      <PasswordField
        label={texts.form.password}
        words={texts.form}
        stored={storedOf(values, form.before)}
        values={values}
        problem={problems.password}
        set={set}
      />
      <Checkbox
        label={texts.form.forWebhooks}
        description={texts.form.forWebhooksText}
        {...checkInput(form, 'forWebhooks')}
        error={problems.for_webhooks ?? null}
        aria-invalid={problems.for_webhooks !== undefined}
      />
    </CheckedForm>
  );
}
