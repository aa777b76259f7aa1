import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { DescribedSignInProvider } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import { secretInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/signInProviders';
import { PasswordInput } from '@/ui/PasswordInput';
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
export function ClientFields(props: ClientFieldsProps) {
  const { isFixed } = kinds[props.values.kind];
  return (
    <>
      <TextInput
        {...CODE}
        label={texts.form.issuer}
        description={isFixed ? texts.form.issuerFixed : texts.form.issuerText}
        inputMode="url"
        {...textInput(props, 'issuer')}
        maxLength={512}
        readOnly={isFixed}
      />
      <TextInput
        {...CODE}
        label={texts.form.clientId}
        description={texts.form.clientIdText}
        {...textInput(props, 'clientId', 'client_id')}
        maxLength={256}
      />
      <Secret {...props} />
      <TextInput
        {...CODE}
        label={texts.form.scopes}
        description={texts.form.scopesText}
        {...textInput(props, 'scopes')}
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
function Secret(props: ClientFieldsProps) {
  const { values, before, set } = props;
  return (
    <>
      {!values.isSecretRemoved && (
        <PasswordInput
          label={texts.form.secret}
          description={<span aria-live="polite">{textOf(values, before)}</span>}
          {...secretInput(props, 'secret', 'client_secret', texts.form.show)}
          maxLength={1_024}
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
