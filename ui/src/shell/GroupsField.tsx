import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import css from './GroupsField.module.css';

interface GroupsFieldProps {
  label: string;
  /** The groups of the installation; undefined until they are loaded. */
  groups: readonly { name: string }[] | undefined;
  value: string[];
  set: (groups: string[]) => void;
}

/** The groups of an account; absent as long as the installation has none. */
export function GroupsField({ label, groups, value, set }: GroupsFieldProps) {
  const names = groups?.map(group => group.name) ?? [];
  if (names.length === 0) return null;
  return (
    <MultiSelect
      label={label}
      data={names}
      value={value}
      onChange={set}
      searchable
      clearable={false}
      hidePickedOptions
      classNames={{ inputField: css.inner ?? '' }}
      maxDropdownHeight={220}
    />
  );
}
