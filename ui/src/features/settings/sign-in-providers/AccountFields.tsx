import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { FieldSection } from '@/shell/form/FieldSection';
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
export function AccountFields({ values, problems, set }: AccountFieldsProps) {
  const isSaml = values.kind === 'saml';
  return (
    <FieldSection title={texts.form.accounts}>
      <Checkbox
        label={texts.form.creates}
        description={texts.form.createsText}
        checked={values.createsAccounts}
        onChange={event => set({ createsAccounts: event.currentTarget.checked })}
      />
      <TextInput
        {...CODE}
        label={isSaml ? texts.form.nameAttribute : texts.form.nameClaim}
        description={texts.form.nameClaimText}
        value={values.nameClaim}
        onChange={event => set({ nameClaim: event.currentTarget.value })}
        error={problems.name_claim ?? null}
        maxLength={128}
      />
      {kinds[values.kind].hasTokens && (
        <>
          <TextInput
            {...CODE}
            label={isSaml ? texts.form.groupsAttribute : texts.form.groupsClaim}
            description={texts.form.groupsClaimText}
            value={values.groupsClaim}
            onChange={event => set({ groupsClaim: event.currentTarget.value })}
            error={problems.groups_claim ?? null}
            maxLength={128}
          />
          {(values.groupsClaim.trim() !== '' || values.groups.length > 0) && (
            <GroupMapField groups={values.groups} problems={problems} set={groups => set({ groups })} />
          )}
          <TextInput
            {...CODE}
            label={texts.form.factor}
            description={isSaml ? texts.form.factorClassesText : texts.form.factorText}
            value={values.factors}
            onChange={event => set({ factors: event.currentTarget.value })}
            error={problems.amr_satisfies ?? null}
            maxLength={2_048}
          />
        </>
      )}
    </FieldSection>
  );
}
