import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/signInProviders';
import { MetadataField } from './MetadataField';
import type { Problems } from './problems';
import type { Values } from './values';

interface SamlFieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** Where an identity provider of SAML has what, and by which keys it signs. */
export function SamlFields(props: SamlFieldsProps) {
  const { values, set } = props;
  return (
    <>
      <MetadataField set={set} />
      <TextInput
        {...CODE}
        label={texts.form.entityId}
        description={texts.form.entityIdText}
        {...textInput(props, 'issuer')}
        maxLength={1_024}
      />
      <TextInput
        {...CODE}
        label={texts.form.ssoUrl}
        description={texts.form.ssoUrlText}
        inputMode="url"
        {...textInput(props, 'ssoUrl', 'sso_url')}
        maxLength={1_024}
      />
      <TextInput
        {...CODE}
        label={texts.form.sloUrl}
        description={texts.form.sloUrlText}
        inputMode="url"
        {...textInput(props, 'sloUrl', 'slo_url')}
        maxLength={1_024}
      />
      <NativeSelect
        label={texts.form.binding}
        value={values.binding}
        onChange={event => set({ binding: event.currentTarget.value === 'post' ? 'post' : 'redirect' })}
        data={[
          { value: 'redirect', label: texts.form.bindingRedirect },
          { value: 'post', label: texts.form.bindingPost },
        ]}
      />
      <Textarea
        {...CODE}
        label={texts.form.certificates}
        description={texts.form.certificatesText}
        {...textInput(props, 'certificates')}
        rows={6}
        maxLength={12_000}
      />
    </>
  );
}
