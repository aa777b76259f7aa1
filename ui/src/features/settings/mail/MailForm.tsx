import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { DescribedMailServer, WantedMailServer } from '@/generated/api';
import type { MailSecurity } from '@/generated/types';
import { texts } from '@/texts/mail';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './mail.module.css';
import type { Problems } from './problems';
import { useMailForm } from './useMailForm';
import { isMoved, SECURITIES, type Values, withSecurity } from './values';

const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

interface MailFormProps {
  /** The server to change; null for a new one. */
  before: DescribedMailServer | null;
  send: (wanted: WantedMailServer) => Promise<void>;
  cancel: () => void;
}

/** The settings of the mail server. */
export function MailForm({ before, send, cancel }: MailFormProps) {
  const form = useMailForm(before, send);
  const { values, problems, set } = form;
  return (
    <form
      ref={form.form}
      className={css.form}
      aria-label={texts.form.label}
      autoComplete="off"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void form.submit();
      }}
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
      <Password before={form.before} values={values} problems={problems} set={set} />
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
      {form.words && <Notice kind="bad">{form.words}</Notice>}
      <div className={css.acts}>
        <Button type="submit" loading={form.busy}>
          {texts.form.save}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

interface PasswordProps {
  before: DescribedMailServer | null;
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** What happens to a stored password, and what the new one is for. */
function textOf(values: Values, before: DescribedMailServer | null): string {
  if (!before?.has_password || values.password !== '') return texts.form.passwordText;
  if (values.user.trim() === '') return texts.form.passwordUnused;
  return isMoved(values, before) ? texts.form.passwordMoved : texts.form.passwordKept;
}

/** The password of the mail server. A stored one is not shown, but kept, replaced or removed. */
function Password({ before, values, problems, set }: PasswordProps) {
  return (
    <>
      {!values.isPasswordRemoved && (
        <PasswordInput
          label={texts.fact.password}
          description={<span aria-live="polite">{textOf(values, before)}</span>}
          value={values.password}
          onChange={event => set({ password: event.currentTarget.value })}
          error={problems.password ?? null}
          // its input has no mark of its own
          aria-invalid={problems.password !== undefined}
          autoComplete="new-password"
          dir="ltr"
          maxLength={1_024}
          visibilityToggleButtonProps={{ 'aria-label': texts.form.show, tabIndex: 0 }}
        />
      )}
      {before?.has_password && (
        <Checkbox
          label={texts.form.removePassword}
          description={values.isPasswordRemoved ? texts.form.passwordRemoved : undefined}
          checked={values.isPasswordRemoved}
          onChange={event => set({ isPasswordRemoved: event.currentTarget.checked, password: '' })}
        />
      )}
    </>
  );
}
