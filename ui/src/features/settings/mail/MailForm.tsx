import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { DescribedMailServer, WantedMailServer } from '@/generated/api';
import type { MailSecurity } from '@/generated/types';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { useCheckedForm } from '@/shell/form/useCheckedForm';
import { texts } from '@/texts/mail';
import { StoredPassword } from '@/ui/StoredPassword';
import { problemsOf, refused } from './problems';
import { isMoved, NEW, SECURITIES, type Values, valuesOf, wantedOf, withSecurity } from './values';

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
        value={values.host}
        onChange={event => set({ host: event.currentTarget.value })}
        error={problems.host ?? null}
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
      <TextInput
        {...CODE}
        label={texts.form.port}
        inputMode="numeric"
        value={values.port}
        onChange={event => set({ port: event.currentTarget.value })}
        error={problems.port ?? null}
        maxLength={5}
      />
      <TextInput
        {...CODE}
        label={texts.fact.user}
        description={texts.form.userText}
        value={values.user}
        onChange={event => set({ user: event.currentTarget.value })}
        error={problems.user ?? null}
        maxLength={255}
      />
      <StoredPassword
        words={{
          label: texts.fact.password,
          text: textOf(values, form.before),
          remove: texts.form.removePassword,
          removed: texts.form.passwordRemoved,
          show: texts.form.show,
        }}
        isStored={form.before?.has_password ?? false}
        values={values}
        problem={problems.password}
        set={set}
      />
      <TextInput
        {...CODE}
        type="email"
        inputMode="email"
        label={texts.form.from}
        value={values.from}
        onChange={event => set({ from: event.currentTarget.value })}
        error={problems.from ?? null}
        maxLength={254}
      />
      <TextInput
        label={texts.form.fromName}
        description={texts.form.fromNameText}
        value={values.fromName}
        onChange={event => set({ fromName: event.currentTarget.value })}
        error={problems.from_name ?? null}
        autoComplete="off"
        maxLength={100}
      />
    </CheckedForm>
  );
}

/** What happens to a stored password, and what the new one is for. */
function textOf(values: Values, before: DescribedMailServer | null): string {
  if (!before?.has_password || values.password !== '') return texts.form.passwordText;
  if (values.user.trim() === '') return texts.form.passwordUnused;
  return isMoved(values, before) ? texts.form.passwordMoved : texts.form.passwordKept;
}
