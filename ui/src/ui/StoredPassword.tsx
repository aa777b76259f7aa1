import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, PasswordInput } from '@mantine/core';

interface Typed {
  /** The password that is typed; empty to keep the stored one. */
  password: string;
  /** The stored password is not to stay. */
  isPasswordRemoved: boolean;
}

interface StoredPasswordProps {
  words: {
    label: string;
    /** What happens to a stored password, and what the new one is for. */
    text: string;
    remove: string;
    removed: string;
    show: string;
  };
  isStored: boolean;
  values: Typed;
  problem: string | undefined;
  set: (changes: Partial<Typed>) => void;
}

/** The password for another server. A stored one is not shown, but kept, replaced or removed. */
export function StoredPassword({ words, isStored, values, problem, set }: StoredPasswordProps) {
  return (
    <>
      {!values.isPasswordRemoved && (
        <PasswordInput
          label={words.label}
          description={<span aria-live="polite">{words.text}</span>}
          value={values.password}
          onChange={event => set({ password: event.currentTarget.value })}
          error={problem ?? null}
          // its input has no mark of its own
          aria-invalid={problem !== undefined}
          autoComplete="new-password"
          dir="ltr"
          maxLength={1_024}
          visibilityToggleButtonProps={{ 'aria-label': words.show, tabIndex: 0 }}
        />
      )}
      {isStored && (
        <Checkbox
          label={words.remove}
          description={values.isPasswordRemoved ? words.removed : undefined}
          checked={values.isPasswordRemoved}
          onChange={event => set({ isPasswordRemoved: event.currentTarget.checked, password: '' })}
        />
      )}
    </>
  );
}
