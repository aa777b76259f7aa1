import { NativeSelect, TextInput } from '@mantine/core';
import { CODE } from '@/shell/form/code';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { FieldRows } from '@/shell/form/FieldRows';
import { texts } from '@/texts/signInProviders';
import { GROUPS_MAX, type Problems } from './problems';
import { useMappableGroups } from './queries';
import { type MappedGroup, mappedGroup } from './values';

/** What the field calls itself and its rows. */
export type GroupMapWords = Pick<
  typeof texts.form,
  'groupMap' | 'groupMapText' | 'noGroups' | 'value' | 'addGroup' | 'removeGroup'
>;

interface GroupMapFieldProps {
  groups: readonly MappedGroup[];
  problems: Problems;
  set: (groups: MappedGroup[]) => void;
  words?: GroupMapWords;
}

/** The groups here that values of the claim lead to. */
export function GroupMapField({ groups, problems, set, words = texts.form }: GroupMapFieldProps) {
  const known = useMappableGroups().data;
  return (
    <FieldGroup
      legend={words.groupMap}
      text={known?.length === 0 ? words.noGroups : words.groupMapText}
      problem={problems.group_map}
    >
      <FieldRows
        rows={groups}
        set={set}
        withNew={() => [...groups, mappedGroup()]}
        isFull={groups.length >= GROUPS_MAX}
        words={{
          add: words.addGroup,
          remove: ({ value }) => words.removeGroup({ name: value.trim() || texts.form.unnamed }),
        }}
      >
        {({ id, value, group }, change) => (
          <>
            <TextInput
              {...CODE}
              label={words.value}
              value={value}
              onChange={event => change({ value: event.currentTarget.value })}
              error={problems[`${id}.value`] ?? null}
              maxLength={256}
            />
            <NativeSelect
              label={texts.form.group}
              value={group}
              onChange={event => change({ group: event.currentTarget.value })}
              error={problems[`${id}.group`] ?? null}
            >
              <option value="">{texts.form.chooseGroup}</option>
              {/* one that was deleted, or gives administration now, is still what is stored */}
              {[...new Set([...(known ?? []), ...(group === '' ? [] : [group])])].map(name => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
