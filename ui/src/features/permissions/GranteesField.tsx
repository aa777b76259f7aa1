import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Input, NativeSelect } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { PermissionAction } from '@/generated/types';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/permissions';
import { Button } from '@/ui/Button';
import css from './permissions.module.css';
import { useGroups } from './queries';
import { UserNameField } from './UserNameField';
import { ACTIONS, type Grantee, isIdle, type Values } from './values';

type Kind = 'users' | 'groups';

interface GranteesFieldProps {
  values: Values;
  set: (changes: Partial<Values>) => void;
  error: string | null;
}

/** Who may do what: a row for everyone, each user and each group, a column for each action. */
export function GranteesField({ values, set, error }: GranteesFieldProps) {
  const id = useId();
  const describedBy = error === null ? undefined : id;
  const change = (kind: Kind, name: string, actions: PermissionAction[]) =>
    set({ [kind]: values[kind].map(one => (one.name === name ? { name, actions } : one)) });
  const remove = (kind: Kind, name: string) => set({ [kind]: values[kind].filter(one => one.name !== name) });
  const isEmpty = values.users.length === 0 && values.groups.length === 0 && !values.everyone;
  return (
    <fieldset className={css.part} aria-describedby={describedBy}>
      <legend>{texts.matrix}</legend>
      <p className={css.text}>{texts.matrixText}</p>
      <table className={css.matrix} aria-label={texts.matrix}>
        <thead>
          <tr>
            <th scope="col">{texts.principal}</th>
            {ACTIONS.map(action => (
              <th key={action} scope="col">
                {texts.actions[action]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{texts.everyone}</th>
            <td data-label={texts.actions.READ}>
              <Checkbox
                checked={values.everyone}
                onChange={event => set({ everyone: event.currentTarget.checked })}
                aria-label={texts.may({ action: texts.actions.READ, name: texts.everyone })}
              />
            </td>
            {ACTIONS.slice(1).map(action => (
              <td key={action} />
            ))}
            <td />
          </tr>
          {(['users', 'groups'] as const).flatMap(kind =>
            values[kind].map(grantee => (
              <GranteeRow
                key={`${kind}/${grantee.name}`}
                kind={kind}
                grantee={grantee}
                problem={isIdle(grantee) ? describedBy : undefined}
                change={actions => change(kind, grantee.name, actions)}
                remove={() => remove(kind, grantee.name)}
              />
            )),
          )}
        </tbody>
      </table>
      {isEmpty && <p className={css.text}>{texts.noRights}</p>}
      {error && <Input.Error id={id}>{error}</Input.Error>}
      <div className={css.add}>
        <AddUser
          users={values.users}
          add={name => set({ users: [...values.users, { name, actions: ['READ'] }] })}
        />
        <AddGroup
          groups={values.groups}
          add={name => set({ groups: [...values.groups, { name, actions: ['READ'] }] })}
        />
      </div>
    </fieldset>
  );
}

interface GranteeRowProps {
  kind: Kind;
  grantee: Grantee;
  /** The id of the text that says what is wrong with it. */
  problem: string | undefined;
  change: (actions: PermissionAction[]) => void;
  remove: () => void;
}

function GranteeRow({ kind, grantee: { name, actions }, problem, change, remove }: GranteeRowProps) {
  const toggle = (action: PermissionAction, on: boolean) =>
    change(ACTIONS.filter(known => (known === action ? on : actions.includes(known))));
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> <span className={css.kind}>{kind === 'users' ? texts.user : texts.group}</span>
      </th>
      {ACTIONS.map(action => (
        <td key={action} data-label={texts.actions[action]}>
          <Checkbox
            checked={actions.includes(action)}
            onChange={event => toggle(action, event.currentTarget.checked)}
            error={problem !== undefined}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem}
            aria-label={texts.may({ action: texts.actions[action], name })}
          />
        </td>
      ))}
      <td>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.removeGrantee({ name })}
          onClick={remove}
        >
          <IconX size={16} aria-hidden="true" />
        </Button>
      </td>
    </tr>
  );
}

interface AddUserProps {
  users: readonly Grantee[];
  add: (name: string) => void;
}

/** Adds a user, who has to exist. */
function AddUser({ users, add }: AddUserProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { error } = submit;
  const find = async () => {
    const name = typed.trim();
    const isListed = users.some(user => user.name.toLowerCase() === name.toLowerCase());
    if (name === '' || isListed) {
      setProblem(name === '' ? texts.userMissing : texts.alreadyThere({ name }));
      return;
    }
    await submit.run(async () => {
      const found = (await accountCalls.getAccessApiUiUsers(api, { name })).users[0]?.name;
      if (!found) {
        setProblem(texts.noSuchUser({ name }));
        return;
      }
      setTyped('');
      add(found);
    });
  };
  return (
    <div className={css.field}>
      <UserNameField
        label={texts.userName}
        value={typed}
        change={name => {
          setTyped(name);
          setProblem(null);
          submit.clear();
        }}
        error={problem ?? (error && noticeText(error.code, error.message, shellTexts.failed))}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // the form around it is not sent by the name of a user
          event.preventDefault();
          void find();
        }}
      />
      <Button size="sm" variant="default" loading={submit.busy} onClick={() => void find()}>
        {texts.addUser}
      </Button>
    </div>
  );
}

interface AddGroupProps {
  groups: readonly Grantee[];
  add: (name: string) => void;
}

function AddGroup({ groups, add }: AddGroupProps) {
  const all = useGroups().data?.groups ?? [];
  const left = all.filter(({ name }) => !groups.some(group => group.name === name));
  return (
    <NativeSelect
      label={texts.addGroup}
      value=""
      disabled={left.length === 0}
      onChange={event => add(event.currentTarget.value)}
      data={[
        { value: '', label: left.length === 0 ? texts.noGroupsLeft : texts.addGroup },
        ...left.map(({ name }) => ({ value: name, label: name })),
      ]}
    />
  );
}
