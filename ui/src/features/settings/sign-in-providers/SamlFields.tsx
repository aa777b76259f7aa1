import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
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
export function SamlFields({ values, problems, set }: SamlFieldsProps) {
  return (
    <>
      <MetadataField set={set} />
      <TextInput
        {...CODE}
        label={texts.form.entityId}
        description={texts.form.entityIdText}
        value={values.issuer}
        onChange={event => set({ issuer: event.currentTarget.value })}
        error={problems.issuer ?? null}
        maxLength={1_024}
      />
      <TextInput
        {...CODE}
        label={texts.form.ssoUrl}
        description={texts.form.ssoUrlText}
        inputMode="url"
        value={values.ssoUrl}
        onChange={event => set({ ssoUrl: event.currentTarget.value })}
        error={problems.sso_url ?? null}
        maxLength={1_024}
      />
      <TextInput
        {...CODE}
        label={texts.form.sloUrl}
        description={texts.form.sloUrlText}
        inputMode="url"
        value={values.sloUrl}
        onChange={event => set({ sloUrl: event.currentTarget.value })}
        error={problems.slo_url ?? null}
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
        value={values.certificates}
        onChange={event => set({ certificates: event.currentTarget.value })}
        error={problems.certificates ?? null}
        rows={6}
        maxLength={12_000}
      />
    </>
  );
}
