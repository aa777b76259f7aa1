import '@mantine/core/styles/Input.layer.css';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDeferredValue, useId } from 'react';
import { useUsersLike } from './queries';

interface UserNameFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  change: (name: string) => void;
}

/** The name of a user, with the browser's own list of the names that have what is typed. */
export function UserNameField({ value, change, ...field }: UserNameFieldProps) {
  const list = useId();
  const users = useUsersLike(useDeferredValue(value)).data?.users ?? [];
  return (
    <>
      <TextInput
        {...field}
        value={value}
        onChange={event => change(event.currentTarget.value)}
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={list}>
        {users.map(({ person, name }) => name !== null && <option key={person} value={name} />)}
      </datalist>
    </>
  );
}
