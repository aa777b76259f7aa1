import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { DescribedSignInProvider, WantedSignInProvider } from '@/generated/api';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { checkInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/signInProviders';
import { SegmentsField } from '@/ui/SegmentsField';
import { AccountFields } from './AccountFields';
import { Addresses } from './Addresses';
import { ClientFields } from './ClientFields';
import { KINDS, kinds } from './kinds';
import { SamlFields } from './SamlFields';
import { useProviderForm } from './useProviderForm';

interface ProviderFormProps {
  /** The provider to change; null for a new one. */
  before: DescribedSignInProvider | null;
  /** The place of a new one on the sign-in page. */
  order: number;
  send: (wanted: WantedSignInProvider) => Promise<void>;
  cancel: () => void;
}

/** A provider: what it is, who may sign in with it, and how the sign-in page shows it. */
export function ProviderForm({ before, order, send, cancel }: ProviderFormProps) {
  const form = useProviderForm({ before, order, send });
  const { values, problems, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: before ? texts.form.save : texts.add, cancel: texts.cancel }}
      cancel={cancel}
      isHeld={before !== null && !form.isDirty}
    >
      <SegmentsField
        label={texts.form.kind}
        value={values.kind}
        options={KINDS.map(value => ({ value, label: kinds[value].title }))}
        choose={form.choose}
        isFirst
        text={texts.kind[`${values.kind}Text`]}
      />
      <TextInput
        {...CODE}
        label={texts.form.name}
        description={texts.form.nameText}
        {...textInput(form, 'name')}
        maxLength={64}
        readOnly={before !== null}
      />
      <Addresses name={values.name.trim()} kind={values.kind} before={form.before} />
      {values.kind === 'saml' ? (
        <SamlFields values={values} problems={problems} set={set} />
      ) : (
        <ClientFields values={values} before={form.before} problems={problems} set={set} />
      )}
      <TextInput
        label={texts.form.buttonLabel}
        description={texts.form.buttonLabelText}
        {...textInput(form, 'label')}
        maxLength={64}
        autoComplete="off"
        dir="auto"
      />
      <NativeSelect
        label={texts.form.icon}
        value={values.logo ?? ''}
        onChange={event => {
          const chosen = event.currentTarget.value;
          set({ logo: KINDS.find(kind => kind === chosen) ?? null });
        }}
      >
        <option value="">{texts.form.iconOfKind}</option>
        {KINDS.map(kind => (
          <option key={kind} value={kind}>
            {kinds[kind].title}
          </option>
        ))}
      </NativeSelect>
      <AccountFields values={values} problems={problems} set={set} />
      <Checkbox
        label={texts.form.enabled}
        description={texts.form.enabledText}
        {...checkInput(form, 'enabled')}
      />
    </CheckedForm>
  );
}
