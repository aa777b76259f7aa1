import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { DescribedUserDirectory } from '@/generated/api';
import { CODE } from '@/shell/form/code';
import { numberInput, secretInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/userDirectories';
import { PasswordInput } from '@/ui/PasswordInput';
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
  const { values, before } = props;
  const isCrowd = values.preset === 'crowd';
  return (
    <>
      {isCrowd ? <CrowdFields {...props} /> : <LdapFields {...props} />}
      {(isCrowd || values.bindDn.trim() !== '') && (
        <PasswordInput
          label={texts.form.password}
          description={before?.has_password ? texts.form.passwordKept : texts.form.passwordText}
          {...secretInput(props, 'password', 'password', texts.form.show)}
          maxLength={1_024}
        />
      )}
    </>
  );
}

function CrowdFields(props: ServerFieldsProps) {
  return (
    <>
      <TextInput
        {...CODE}
        label={texts.form.url}
        description={texts.form.urlText}
        inputMode="url"
        {...textInput(props, 'url')}
        maxLength={512}
      />
      <TextInput
        {...CODE}
        label={texts.form.application}
        description={texts.form.applicationText}
        {...textInput(props, 'application')}
        maxLength={128}
      />
    </>
  );
}

function LdapFields(props: ServerFieldsProps) {
  const { values, set } = props;
  return (
    <>
      <TextInput {...CODE} label={texts.form.host} {...textInput(props, 'host')} maxLength={253} />
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
      <TextInput label={texts.form.port} {...numberInput(props, 'port')} />
      <TextInput
        {...CODE}
        label={texts.form.bindDn}
        description={texts.form.bindDnText}
        {...textInput(props, 'bindDn', 'bind_dn')}
        maxLength={512}
      />
    </>
  );
}
