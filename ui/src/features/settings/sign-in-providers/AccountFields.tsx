import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { FieldSection } from '@/shell/form/FieldSection';
import { checkInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/signInProviders';
import { GroupMapField } from './GroupMapField';
import { kinds } from './kinds';
import type { Problems } from './problems';
import type { Values } from './values';

interface AccountFieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** Which accounts sign in with a provider, and what they get from its claims. */
export function AccountFields(props: AccountFieldsProps) {
  const { values, problems, set } = props;
  const isSaml = values.kind === 'saml';
  return (
    <FieldSection title={texts.form.accounts}>
      <Checkbox
        label={texts.form.creates}
        description={texts.form.createsText}
        {...checkInput(props, 'createsAccounts')}
      />
      <TextInput
        {...CODE}
        label={isSaml ? texts.form.nameAttribute : texts.form.nameClaim}
        description={texts.form.nameClaimText}
        {...textInput(props, 'nameClaim', 'name_claim')}
        maxLength={128}
      />
      {kinds[values.kind].hasTokens && (
        <>
          <TextInput
            {...CODE}
            label={isSaml ? texts.form.groupsAttribute : texts.form.groupsClaim}
            description={texts.form.groupsClaimText}
            {...textInput(props, 'groupsClaim', 'groups_claim')}
            maxLength={128}
          />
          {(values.groupsClaim.trim() !== '' || values.groups.length > 0) && (
            <GroupMapField groups={values.groups} problems={problems} set={groups => set({ groups })} />
          )}
          <TextInput
            {...CODE}
            label={texts.form.factor}
            description={isSaml ? texts.form.factorClassesText : texts.form.factorText}
            {...textInput(props, 'factors', 'amr_satisfies')}
            maxLength={2_048}
          />
        </>
      )}
    </FieldSection>
  );
}
