import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { PasswordInput } from '@/ui/PasswordInput';
import { secretInput } from './form/inputs';
import type { StoredPassword, TypedPassword } from './form/storedPassword';

interface PasswordFieldProps {
  label: string;
  words: {
    passwordText: string;
    passwordKept: string;
    passwordMoved: string;
    passwordUnused: string;
    removePassword: string;
    passwordRemoved: string;
    show: string;
  };
  stored: StoredPassword;
  values: TypedPassword;
  problem: string | undefined;
  set: (changes: Partial<TypedPassword>) => void;
}

/** What happens to a stored password, and what the new one is for. */
function textOf({ words, stored, values }: PasswordFieldProps): string {
  if (!stored.isStored || values.password !== '') return words.passwordText;
  if (!stored.isUsed) return words.passwordUnused;
  return stored.isMoved ? words.passwordMoved : words.passwordKept;
}

/** The password for another server. A stored one is not shown, but kept, replaced or removed. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, words, stored, values, problem, set } = props;
  return (
    <>
      {!values.isPasswordRemoved && (
        <PasswordInput
          label={label}
          description={<span aria-live="polite">{textOf(props)}</span>}
          {...secretInput(
            { values, problems: { password: problem }, set },
            'password',
            'password',
            words.show,
          )}
          maxLength={1_024}
        />
      )}
      {stored.isStored && (
        <Checkbox
          label={words.removePassword}
          description={values.isPasswordRemoved ? words.passwordRemoved : undefined}
          checked={values.isPasswordRemoved}
          onChange={event => set({ isPasswordRemoved: event.currentTarget.checked, password: '' })}
        />
      )}
    </>
  );
}
