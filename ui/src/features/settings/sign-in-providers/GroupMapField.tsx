import { NativeSelect, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import { useRowFocus } from '@/lib/useRowFocus';
import { texts } from '@/texts/signInProviders';
import { Button } from '@/ui/Button';
import { CODE } from './code';
import { GROUPS_MAX, type Problems } from './problems';
import { useMappableGroups } from './queries';
import css from './sign-in-providers.module.css';
import { type MappedGroup, mappedGroup } from './values';

interface GroupMapFieldProps {
  groups: readonly MappedGroup[];
  problems: Problems;
  set: (groups: MappedGroup[]) => void;
}

/** The groups here that values of the claim lead to. */
export function GroupMapField({ groups, problems, set }: GroupMapFieldProps) {
  const id = useId();
  const known = useMappableGroups().data;
  const { list, adder, focusNext } = useRowFocus(groups);
  const change = (changed: number, changes: Partial<MappedGroup>) =>
    set(groups.map(one => (one.id === changed ? { ...one, ...changes } : one)));
  const problem = problems.group_map;
  return (
    <fieldset
      className={css.group}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      data-invalid={problem !== undefined || undefined}
    >
      <legend>{texts.form.groupMap}</legend>
      <p className={css.text}>{known?.length === 0 ? texts.form.noGroups : texts.form.groupMapText}</p>
      {groups.length > 0 && (
        <ul ref={list} className={css.rows}>
          {groups.map(({ id: row, value, group }, at) => (
            <li key={row}>
              <TextInput
                {...CODE}
                className={css.value}
                label={texts.form.value}
                value={value}
                onChange={event => change(row, { value: event.currentTarget.value })}
                error={problems[`${row}.value`] ?? null}
                maxLength={256}
              />
              <NativeSelect
                className={css.value}
                label={texts.form.group}
                value={group}
                onChange={event => change(row, { group: event.currentTarget.value })}
                error={problems[`${row}.group`] ?? null}
              >
                <option value="">{texts.form.chooseGroup}</option>
                {/* one that was deleted, or gives administration now, is still what is stored */}
                {[...new Set([...(known ?? []), ...(group === '' ? [] : [group])])].map(name => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
              <Button
                className={css.remove}
                size="compact-sm"
                variant="subtle"
                aria-label={texts.form.removeGroup({ name: value.trim() || texts.form.unnamed })}
                onClick={() => {
                  focusNext(at, ':scope > button');
                  set(groups.filter(one => one.id !== row));
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={adder}
        size="compact-sm"
        variant="default"
        disabled={groups.length >= GROUPS_MAX}
        onClick={() => {
          focusNext(groups.length, 'input');
          set([...groups, mappedGroup()]);
        }}
      >
        {texts.form.addGroup}
      </Button>
      {problem !== undefined && (
        <p className={css.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
