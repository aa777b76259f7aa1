import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { FieldSection } from '@/shell/form/FieldSection';
import { checkInput, type TextKey, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/userDirectories';
import type { Field, Problems } from './problems';
import type { Values } from './values';

interface EntryFieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
}

/** How users and their groups are found in an LDAP server. */
export function EntryFields(props: EntryFieldsProps) {
  const { values, problems, set } = props;
  const text = (key: TextKey<Values>, field: Field, label: string, description?: string, most = 512) => (
    <TextInput
      {...CODE}
      label={label}
      description={description}
      {...textInput(props, key, field)}
      maxLength={most}
    />
  );
  const { form } = texts;
  // what has a problem is shown, also where no groups are taken over
  const hasProblem = problems.group_filter !== undefined || problems.group_name_attribute !== undefined;
  const isShown = values.groupBase.trim() !== '' || hasProblem;
  return (
    <>
      <FieldSection title={form.users}>
        {text('userBase', 'user_base', form.userBase, form.userBaseText)}
        {text('userFilter', 'user_filter', form.userFilter, form.userFilterText, 1_024)}
        <NativeSelect
          label={form.idAttribute}
          description={form.idAttributeText}
          value={values.idAttribute}
          onChange={event => {
            const isGuid = event.currentTarget.value === 'object_guid';
            set({ idAttribute: isGuid ? 'object_guid' : 'entry_uuid' });
          }}
        >
          <option value="entry_uuid">entryUUID</option>
          <option value="object_guid">objectGUID</option>
        </NativeSelect>
        {text('nameAttribute', 'name_attribute', form.nameAttribute, form.nameAttributeText, 64)}
        {text('mailAttribute', 'mail_attribute', form.mailAttribute, form.mailAttributeText, 64)}
      </FieldSection>
      <FieldSection title={form.groups}>
        {text('groupBase', 'group_base', form.groupBase, form.groupBaseText)}
        {isShown && (
          <>
            {text('groupFilter', 'group_filter', form.groupFilter, form.groupFilterText, 1_024)}
            {text('groupNameAttribute', 'group_name_attribute', form.groupName, undefined, 64)}
            <Checkbox
              label={form.nested}
              description={form.nestedText}
              {...checkInput(props, 'nestedGroups')}
            />
          </>
        )}
      </FieldSection>
    </>
  );
}
