import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { texts } from '@/texts/tokens';
import { useGroups } from './queries';
import css from './tokens.module.css';

/** The groups of a robot; absent as long as the installation has none. */
export function GroupField({ value, set }: { value: string[]; set: (groups: string[]) => void }) {
  const names = useGroups().data?.groups.map(group => group.name) ?? [];
  if (names.length === 0) return null;
  return (
    <MultiSelect
      label={texts.robots.groups}
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
