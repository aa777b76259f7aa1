import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { DescribedTrustedIssuer, WantedTrustedIssuer } from '@/generated/api';
import { issuerLimits } from '@/generated/trustedIssuers';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { checkInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/trustedIssuers';
import { SegmentsField } from '@/ui/SegmentsField';
import { ClaimsHelp } from './ClaimsHelp';
import { PRESETS, presets } from './presets';
import { RulesField } from './RulesField';
import { useIssuerForm } from './useIssuerForm';

interface IssuerFormProps {
  /** The issuer to change; null for a new one. */
  before: DescribedTrustedIssuer | null;
  send: (wanted: WantedTrustedIssuer) => Promise<void>;
  cancel: () => void;
}

/** An issuer, and the rules by which its tokens are exchanged. */
export function IssuerForm({ before, send, cancel }: IssuerFormProps) {
  const form = useIssuerForm(before, send);
  const { values, problems, preset, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: before ? texts.form.save : texts.add, cancel: texts.cancel }}
      cancel={cancel}
      isHeld={before !== null && !form.isDirty}
    >
      <SegmentsField
        label={texts.form.provider}
        value={preset}
        options={PRESETS.map(value => ({ value, label: presets[value].title ?? texts.preset.other }))}
        choose={form.choose}
        isFirst
        text={texts.preset[`${preset}Text`]}
      />
      <TextInput
        {...CODE}
        label={texts.form.name}
        description={texts.form.nameText}
        {...textInput(form, 'name')}
        maxLength={issuerLimits.name}
        readOnly={before !== null}
      />
      <TextInput
        {...CODE}
        label={texts.form.issuer}
        description={texts.form.issuerText}
        inputMode="url"
        {...textInput(form, 'issuer')}
        maxLength={issuerLimits.url}
      />
      <TextInput
        {...CODE}
        label={texts.form.audience}
        description={texts.form.audienceText}
        {...textInput(form, 'audience')}
        maxLength={issuerLimits.audience}
      />
      <Textarea
        label={texts.form.description}
        {...textInput(form, 'description')}
        maxLength={issuerLimits.description}
        rows={2}
        autoComplete="off"
        dir="auto"
      />
      <Checkbox
        label={texts.form.enabled}
        description={texts.form.enabledText}
        {...checkInput(form, 'enabled')}
      />
      <ClaimsHelp preset={preset} />
      <RulesField rules={values.rules} preset={preset} set={rules => set({ rules })} problems={problems} />
    </CheckedForm>
  );
}
