import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { DescribedUserDirectory } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/userDirectories';
import type { Problems } from './problems';
import type { Values } from './values';

interface ServerFieldsProps {
  values: Values;
  /** The directory that is changed; null for a new one. */
  before: DescribedUserDirectory | null;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** Where the directory is, and as what this installation asks it. */
export function ServerFields(props: ServerFieldsProps) {
  const { values, before, problems, set } = props;
  const isCrowd = values.preset === 'crowd';
  return (
    <>
      {isCrowd ? <CrowdFields {...props} /> : <LdapFields {...props} />}
      {(isCrowd || values.bindDn.trim() !== '') && (
        <PasswordInput
          label={texts.form.password}
          description={before?.has_password ? texts.form.passwordKept : texts.form.passwordText}
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
    </>
  );
}

function CrowdFields({ values, problems, set }: ServerFieldsProps) {
  return (
    <>
      <TextInput
        {...CODE}
        label={texts.form.url}
        description={texts.form.urlText}
        inputMode="url"
        value={values.url}
        onChange={event => set({ url: event.currentTarget.value })}
        error={problems.url ?? null}
        maxLength={512}
      />
      <TextInput
        {...CODE}
        label={texts.form.application}
        description={texts.form.applicationText}
        value={values.application}
        onChange={event => set({ application: event.currentTarget.value })}
        error={problems.application ?? null}
        maxLength={128}
      />
    </>
  );
}

function LdapFields({ values, problems, set }: ServerFieldsProps) {
  return (
    <>
      <TextInput
        {...CODE}
        label={texts.form.host}
        value={values.host}
        onChange={event => set({ host: event.currentTarget.value })}
        error={problems.host ?? null}
        maxLength={253}
      />
      <NativeSelect
        label={texts.form.security}
        description={texts.form.securityText}
        value={values.security}
        onChange={event => {
          const security = event.currentTarget.value === 'starttls' ? 'starttls' : 'tls';
          const port = security === 'tls' ? '636' : '389';
          const isUsual = values.port === '636' || values.port === '389';
          set({ security, ...(isUsual && { port }) });
        }}
      >
        <option value="tls">{texts.form.tls}</option>
        <option value="starttls">{texts.form.starttls}</option>
      </NativeSelect>
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
        label={texts.form.bindDn}
        description={texts.form.bindDnText}
        value={values.bindDn}
        onChange={event => set({ bindDn: event.currentTarget.value })}
        error={problems.bind_dn ?? null}
        maxLength={512}
      />
    </>
  );
}
