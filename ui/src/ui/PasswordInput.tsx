import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';

interface Props extends PasswordInputProps {
  /** The accessible name of the button that shows what is typed. */
  show: string;
}

/** A field for a secret. Mantine's own does not mark its input as invalid, and its button is for mice alone. */
export function PasswordInput({ show, ...others }: Props) {
  return (
    <MantinePasswordInput
      aria-invalid={Boolean(others.error)}
      visibilityToggleButtonProps={{ 'aria-label': show, tabIndex: 0 }}
      {...others}
    />
  );
}
