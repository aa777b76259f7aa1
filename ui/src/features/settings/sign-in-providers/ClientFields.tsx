import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { DescribedSignInProvider } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/signInProviders';
import { kinds } from './kinds';
import type { Problems } from './problems';
import { isOtherClient, type Values } from './values';

interface ClientFieldsProps {
  values: Values;
  /** The provider that is changed; null for a new one. */
  before: DescribedSignInProvider | null;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** How this installation is known to the provider. */
export function ClientFields({ values, before, problems, set }: ClientFieldsProps) {
  const { isFixed } = kinds[values.kind];
  return (
    <>
      <TextInput
        {...CODE}
        label={texts.form.issuer}
        description={isFixed ? texts.form.issuerFixed : texts.form.issuerText}
        inputMode="url"
        value={values.issuer}
        onChange={event => set({ issuer: event.currentTarget.value })}
        error={problems.issuer ?? null}
        maxLength={512}
        readOnly={isFixed}
      />
      <TextInput
        {...CODE}
        label={texts.form.clientId}
        description={texts.form.clientIdText}
        value={values.clientId}
        onChange={event => set({ clientId: event.currentTarget.value })}
        error={problems.client_id ?? null}
        maxLength={256}
      />
      <Secret values={values} before={before} problems={problems} set={set} />
      <TextInput
        {...CODE}
        label={texts.form.scopes}
        description={texts.form.scopesText}
        value={values.scopes}
        onChange={event => set({ scopes: event.currentTarget.value })}
        error={problems.scopes ?? null}
        maxLength={1_024}
      />
    </>
  );
}

/** What happens to a stored secret, and what the new one is for. */
function textOf(values: Values, before: DescribedSignInProvider | null): string {
  if (values.secret !== '' || !before) return texts.form.secretText;
  if (!before.has_client_secret) return texts.form.secretMissing;
  return isOtherClient(values, before) ? texts.form.secretMoved : texts.form.secretKept;
}

/** The client secret. A stored one is not shown, but kept, replaced or removed. */
function Secret({ values, before, problems, set }: ClientFieldsProps) {
  return (
    <>
      {!values.isSecretRemoved && (
        <PasswordInput
          label={texts.form.secret}
          description={<span aria-live="polite">{textOf(values, before)}</span>}
          value={values.secret}
          onChange={event => set({ secret: event.currentTarget.value })}
          error={problems.client_secret ?? null}
          // its input has no mark of its own
          aria-invalid={problems.client_secret !== undefined}
          autoComplete="new-password"
          dir="ltr"
          maxLength={1_024}
          visibilityToggleButtonProps={{ 'aria-label': texts.form.show, tabIndex: 0 }}
        />
      )}
      {before?.has_client_secret && (
        <Checkbox
          label={texts.form.removeSecret}
          description={values.isSecretRemoved ? texts.form.secretRemoved : undefined}
          checked={values.isSecretRemoved}
          onChange={event => set({ isSecretRemoved: event.currentTarget.checked, secret: '' })}
        />
      )}
    </>
  );
}
