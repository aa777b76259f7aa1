import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { DescribedProxy, WantedProxy } from '@/generated/api';
import { texts } from '@/texts/outboundProxies';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './outbound.module.css';
import type { Problems } from './problems';
import { useProxyForm } from './useProxyForm';
import { isMoved, type Values } from './values';

const CODE = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

interface ProxyFormProps {
  /** The proxy to change; null for a new one. */
  before: DescribedProxy | null;
  send: (wanted: WantedProxy) => Promise<void>;
  cancel: () => void;
}

/** The settings of a proxy. */
export function ProxyForm({ before, send, cancel }: ProxyFormProps) {
  const form = useProxyForm(before, send);
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
        label={texts.form.key}
        description={texts.form.keyText}
        value={values.key}
        onChange={event => set({ key: event.currentTarget.value })}
        error={problems.key ?? null}
        maxLength={64}
        readOnly={before !== null}
        data-autofocus={before === null || undefined}
      />
      <TextInput
        {...CODE}
        label={texts.form.host}
        description={texts.form.hostText}
        value={values.host}
        onChange={event => set({ host: event.currentTarget.value })}
        error={problems.host ?? null}
        maxLength={255}
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
        label={texts.form.userName}
        description={texts.form.userNameText}
        value={values.userName}
        onChange={event => set({ userName: event.currentTarget.value })}
        error={problems.user_name ?? null}
        maxLength={128}
      />
      <Password before={form.before} values={values} problems={problems} set={set} />
      <Checkbox
        label={texts.form.forWebhooks}
        description={texts.form.forWebhooksText}
        checked={values.forWebhooks}
        onChange={event => set({ forWebhooks: event.currentTarget.checked })}
        error={problems.for_webhooks ?? null}
        aria-invalid={problems.for_webhooks !== undefined}
      />
      {form.words && <Notice kind="bad">{form.words}</Notice>}
      <div className={css.acts}>
        <Button type="submit" loading={form.busy} disabled={before !== null && !form.isDirty}>
          {before ? texts.form.save : texts.form.create}
        </Button>
        <Button variant="default" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}

interface PasswordProps {
  before: DescribedProxy | null;
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** What happens to a stored password, and what the new one is for. */
function textOf(values: Values, before: DescribedProxy | null): string {
  if (!before?.has_password || values.password !== '') return texts.form.passwordText;
  if (values.userName.trim() === '') return texts.form.passwordUnused;
  return isMoved(values, before) ? texts.form.passwordMoved : texts.form.passwordKept;
}

/** The password of a proxy. A stored one is not shown, but kept, replaced or removed. */
function Password({ before, values, problems, set }: PasswordProps) {
  return (
    <>
      {!values.isPasswordRemoved && (
        <PasswordInput
          label={texts.form.password}
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
