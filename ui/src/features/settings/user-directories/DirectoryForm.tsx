import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { DescribedUserDirectory, WantedUserDirectory } from '@/generated/api';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { FieldSection } from '@/shell/form/FieldSection';
import { checkInput, numberInput, textInput } from '@/shell/form/inputs';
import { texts } from '@/texts/userDirectories';
import { SegmentsField } from '@/ui/SegmentsField';
import { GroupMapField } from '../sign-in-providers/GroupMapField';
import { EntryFields } from './EntryFields';
import { ServerFields } from './ServerFields';
import { useDirectoryForm } from './useDirectoryForm';
import { hasGroups, type Preset } from './values';

interface DirectoryFormProps {
  /** The directory to change; null for a new one. */
  before: DescribedUserDirectory | null;
  /** The place of a new one. */
  order: number;
  send: (wanted: WantedUserDirectory) => Promise<void>;
  cancel: () => void;
}

const PRESETS: readonly Preset[] = ['ldap', 'activeDirectory', 'crowd'];

/** A directory: where it is, how users and their groups are found in it, and what they get here. */
export function DirectoryForm({ before, order, send, cancel }: DirectoryFormProps) {
  const form = useDirectoryForm({ before, order, send });
  const { values, problems, set } = form;
  return (
    <CheckedForm
      of={form}
      label={texts.form.label}
      words={{ submit: before ? texts.form.save : texts.add, cancel: texts.cancel }}
      cancel={cancel}
      isHeld={before !== null && !form.isDirty}
    >
      {before === null && (
        <SegmentsField
          label={texts.form.kind}
          value={values.preset}
          options={PRESETS.map(value => ({ value, label: texts.kind[value] }))}
          choose={form.choose}
          isFirst
        />
      )}
      <TextInput
        {...CODE}
        label={texts.form.name}
        description={texts.form.nameText}
        {...textInput(form, 'name')}
        maxLength={64}
        readOnly={before !== null}
      />
      <TextInput
        label={texts.form.title}
        description={texts.form.titleText}
        {...textInput(form, 'label')}
        maxLength={64}
        autoComplete="off"
        dir="auto"
      />
      <ServerFields values={values} before={form.before} problems={problems} set={set} />
      {values.preset !== 'crowd' && <EntryFields values={values} problems={problems} set={set} />}
      <FieldSection title={texts.form.accounts}>
        <Checkbox
          label={texts.form.creates}
          description={texts.form.createsText}
          {...checkInput(form, 'createsAccounts')}
        />
        {hasGroups(values) && (
          <GroupMapField
            groups={values.groups}
            problems={problems}
            set={groups => set({ groups })}
            words={texts.groups}
          />
        )}
      </FieldSection>
      <TextInput
        label={texts.form.order}
        description={texts.form.orderText}
        {...numberInput(form, 'order')}
      />
      <Checkbox
        label={texts.form.enabled}
        description={texts.form.enabledText}
        {...checkInput(form, 'enabled')}
      />
    </CheckedForm>
  );
}
