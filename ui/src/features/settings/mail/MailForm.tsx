import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { DescribedMailServer, WantedMailServer } from '@/generated/api';
import type { MailSecurity } from '@/generated/types';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { numberInput, textInput } from '@/shell/form/inputs';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { PasswordField } from '@/shell/PasswordField';
import { texts } from '@/texts/mail';
import { problemsOf, refused } from './problems';
import { NEW, SECURITIES, storedOf, valuesOf, wantedOf, withSecurity } from './values';

interface MailFormProps {
  /** The server to change; null for a new one. */
  before: DescribedMailServer | null;
  send: (wanted: WantedMailServer) => Promise<void>;
  cancel: () => void;
}

/** The settings of the mail server. */
export function MailForm({ before, send, cancel }: MailFormProps) {
  const form = useCheckedForm({
    before,
    initial: seen => (seen ? valuesOf(seen) : NEW),
    check: problemsOf,
    send: values => send(wantedOf(values)),
    refused,
  });
  const { values, problems, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: texts.form.save, cancel: texts.cancel }}
      cancel={cancel}
    >
      <TextInput
        {...CODE}
        label={texts.form.host}
        description={texts.form.hostText}
        {...textInput(form, 'host')}
        maxLength={255}
        // the button that was pressed is gone
        autoFocus
      />
      <NativeSelect
        label={texts.fact.security}
        value={values.security}
        onChange={event => set(withSecurity(values, event.currentTarget.value as MailSecurity))}
        error={problems.security ?? null}
        data={SECURITIES.map(value => ({ value, label: texts.security[value] }))}
      />
      <TextInput label={texts.form.port} {...numberInput(form, 'port')} />
      <TextInput
        {...CODE}
        label={texts.fact.user}
        description={texts.form.userText}
        {...textInput(form, 'user')}
        maxLength={255}
      />
      <PasswordField
        label={texts.fact.password}
        words={texts.form}
        stored={storedOf(values, form.before)}
        values={values}
        problem={problems.password}
        set={set}
      />
      <TextInput
        {...CODE}
        type="email"
        inputMode="email"
        label={texts.form.from}
        {...textInput(form, 'from')}
        maxLength={254}
      />
      <TextInput
        label={texts.form.fromName}
        description={texts.form.fromNameText}
        {...textInput(form, 'fromName', 'from_name')}
        autoComplete="off"
        maxLength={100}
      />
    </CheckedForm>
  );
}
